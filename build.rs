//! Generates the protocols' modules: reads the schemas, calls `codegen`, writes, names what it read.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use agentwire_codegen::{from_schema, from_table, Generated, Input};

fn main() {
    if let Err(error) = generate() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

fn generate() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let wanted = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if wanted("OCTO") {
        let (schema, bindings) = ("schema/octo/protocol.schema.json", "schema/octo/bindings.toml");
        let (schema_text, bindings_text) = (read(schema)?, read(bindings)?);
        let generated = from_schema(Input { file: schema, text: &schema_text }, Input { file: bindings, text: &bindings_text })?;
        write("octo", &generated)?;
    }
    if wanted("AHP") {
        let table = "schema/ahp/events.toml";
        write("ahp", &from_table(Input { file: table, text: &read(table)? }, None)?)?;
    }
    if wanted("AG_UI") {
        let (table, compatibility) = ("schema/ag-ui/events.toml", "schema/ag-ui/compatibility.toml");
        let (table_text, compatibility_text) = (read(table)?, read(compatibility)?);
        let compatibility = Input { file: compatibility, text: &compatibility_text };
        write("ag_ui", &from_table(Input { file: table, text: &table_text }, Some(compatibility))?)?;
    }
    Ok(())
}

fn read(file: &str) -> Result<String, Box<dyn Error>> {
    println!("cargo:rerun-if-changed={file}");
    fs::read_to_string(file).map_err(|error| format!("{file}: {error}").into())
}

fn write(module: &str, generated: &Generated) -> Result<(), Box<dyn Error>> {
    let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    fs::write(Path::new(&out).join(format!("{module}.rs")), &generated.rust)?;
    fs::write(Path::new(&out).join(format!("{module}.schema.json")), &generated.schema)?;
    if let Some(compatibility) = &generated.compatibility {
        fs::write(Path::new(&out).join(format!("{module}_compatibility.rs")), compatibility)?;
    }
    Ok(())
}
