//! What the ratios have to be.

use crate::turns::Measured;
use crate::{Table, FLOOR, HAND, OURS, SCHEMA};

/// The targets, each with what was measured.
pub(crate) struct Targets(Vec<Target>);

struct Target {
    what: String,
    most: f64,
    measured: f64,
}

impl Targets {
    pub(crate) fn of(tables: &[Table]) -> Self {
        let mut targets = Vec::new();
        for table in tables {
            for column in &table.columns {
                let row = |name: &str| column.rows.iter().find(|row| row.name == name);
                let Some(ours) = row(OURS) else { continue };
                let mut target = |other: &str, number: fn(&Measured) -> f64, most: Option<f64>, what: &str| {
                    if let (Some(most), Some(other)) = (most, row(other)) {
                        let what = format!("{}, {}: {what}", column.sample, table.operation);
                        targets.push(Target { what, most, measured: number(ours) / number(other) });
                    }
                };
                match table.operation {
                    "decode" => {
                        let most = if column.sample == "octo-invoke" { 1.0 } else { 0.75 };
                        target(HAND, |row| row.best, Some(most), "time to hand-written");
                        target(HAND, |row| row.allocations, Some(1.0), "allocations to hand-written");
                        target(SCHEMA, |row| row.best, Some(0.5), "time to Value + jsonschema");
                    }
                    "encode" | "encode_into" => target(HAND, |row| row.best, Some(1.0), "time to hand-written"),
                    "peek at large messages" => target(FLOOR, |row| row.best, Some(0.15), "time to the floor"),
                    _ => {}
                }
            }
        }
        Self(targets)
    }

    /// Prints each target, and tells whether all are met.
    pub(crate) fn print(&self) -> bool {
        println!("\n## targets\n");
        println!("| | at most | measured | |");
        println!("|---|---:|---:|---|");
        for Target { what, most, measured } in &self.0 {
            println!("| {what} | {most:.2} | {measured:.2} | {} |", if measured <= most { "met" } else { "MISSED" });
        }
        self.0.iter().all(|target| target.measured <= target.most)
    }
}
