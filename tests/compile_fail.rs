//! What the compiler says to someone who builds a message wrongly. It is part of what the builders are for: a
//! missing member is named, and a wrong one does not fit.

/// The compiler whose words stand beside the cases.
const COMPILER: &str = "rustc 1.95.";

/// Another version may word, order or fold the errors otherwise, so they are compared with this one's alone. For a
/// newer one: `TRYBUILD=overwrite cargo test --test compile_fail`, read the difference (each has to name the
/// member), and change [`COMPILER`].
#[test]
fn wrong_messages_do_not_compile_and_the_errors_name_the_member() {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = std::process::Command::new(rustc).arg("--version").output().expect("the compiler tells its version");
    if version.stdout.starts_with(COMPILER.as_bytes()) {
        trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
    } else {
        eprintln!("not compared: the texts are those of {COMPILER}");
    }
}
