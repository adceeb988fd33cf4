//! One operation at a time, with its spread and its allocations: `cargo bench --bench single`.
//!
//! For ratios between contenders see `ratios`, which measures them in turns.

use agentwire::{ag_ui, ahp, octo, Wire};
use divan::{black_box, AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The operations of one message type over one file.
macro_rules! operations {
    ($module:ident, $type:ty, $file:literal) => {
        mod $module {
            use super::*;

            const TEXT: &str = include_str!(concat!("data/", $file, ".ndjson"));

            fn values() -> Vec<$type> {
                TEXT.lines().map(|line| <$type>::decode(line.as_bytes()).expect("a sample is valid")).collect()
            }

            #[divan::bench]
            fn decode(bencher: Bencher<'_, '_>) {
                bencher.bench(|| TEXT.lines().for_each(|line| drop(black_box(<$type>::decode(line.as_bytes())))));
            }

            #[divan::bench]
            fn check(bencher: Bencher<'_, '_>) {
                let values = values();
                bencher.bench(|| values.iter().for_each(|value| drop(black_box(value.check()))));
            }

            #[divan::bench]
            fn encode(bencher: Bencher<'_, '_>) {
                let values = values();
                bencher.bench(|| values.iter().for_each(|value| drop(black_box(value.encode()))));
            }
        }
    };
}

operations!(ahp_event, ahp::Event, "ahp");
operations!(ag_ui_event, ag_ui::Event, "agui");
operations!(octo_frame, octo::HostFrame, "octo");
operations!(octo_invoke, octo::InvokeRequestWire, "octo-invoke");
