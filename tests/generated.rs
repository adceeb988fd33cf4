//! The generated modules: an outline of what they offer, what they look like, and how long they are.
//!
//! The snapshots are what reviewers read when the generator or a schema changes.
#![cfg(all(feature = "octo", feature = "ahp", feature = "ag-ui"))]

use std::fmt::Write as _;

const MODULES: [(&str, &str, usize); 3] = [
    ("octo", include_str!(concat!(env!("OUT_DIR"), "/octo.rs")), 5000),
    ("ahp", include_str!(concat!(env!("OUT_DIR"), "/ahp.rs")), 4000),
    ("ag_ui", include_str!(concat!(env!("OUT_DIR"), "/ag_ui.rs")), 4000),
];

macro_rules! shows {
    ($name:expr, $text:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $text)
        })
    };
}

/// One line a type: its fields, or its variants.
fn outline(module: &str) -> String {
    let mut out = String::new();
    let mut lines = module.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.trim_start().strip_prefix("pub ").filter(|rest| rest.starts_with("struct ") || rest.starts_with("enum "))
        else {
            continue;
        };
        if head.ends_with('{') {
            let body = lines.by_ref().map(str::trim).take_while(|line| !line.starts_with('}'));
            let parts: Vec<&str> = body.filter(|line| !line.starts_with(['/', '#'])).map(|line| line.trim_start_matches("pub ")).collect();
            writeln!(out, "{head} {} }}", parts.join(" ").trim_end_matches(',')).expect("a string takes everything");
        } else {
            writeln!(out, "{}", head.trim_end_matches([';', '}'])).expect("a string takes everything");
        }
    }
    out
}

/// The module without the bytes of the automata, which no one reads.
fn readable(module: &str) -> String {
    let line = |line: &str| match line.split_once(" = b\"") {
        Some((head, _)) if line.trim_start().starts_with("const ") => format!("{head} = …;\n"),
        _ => format!("{line}\n"),
    };
    module.lines().map(line).collect()
}

#[test]
fn the_public_api_is_this() {
    for (name, module, _) in MODULES {
        shows!(format!("{name}.outline"), outline(module));
    }
}

#[test]
fn the_modules_read_like_this() {
    for (name, module, _) in MODULES {
        shows!(format!("{name}.rs"), readable(module));
    }
}

#[test]
fn the_modules_stay_short() {
    for (name, module, limit) in MODULES {
        let lines = module.lines().count();
        assert!(lines < limit, "{name}.rs has {lines} lines, its limit is {limit}");
    }
}

#[test]
fn lines_fit_unless_a_text_in_them_does_not() {
    for (name, module, _) in MODULES {
        for (index, line) in readable(module).lines().enumerate() {
            let text = line.contains('"') || line.trim_start().starts_with("///");
            assert!(text || line.chars().count() <= 120, "{name}.rs:{}: {line}", index + 1);
        }
    }
}
