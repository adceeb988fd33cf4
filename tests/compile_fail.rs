//! What the compiler says to someone who builds a message wrongly. It is part of what the builders are for: a
//! missing member is named, and a wrong one does not fit.

/// The texts beside the cases are those of Rust 1.95, without what differs by machine; another version may word,
/// order or fold them otherwise. Then `TRYBUILD=overwrite cargo test --test compile_fail -- --ignored` writes
/// them anew: read the difference, each has to name the member.
#[test]
#[ignore = "builds the crate anew and depends on the compiler's version; .ci/run asks for it"]
fn wrong_messages_do_not_compile_and_the_errors_name_the_member() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
