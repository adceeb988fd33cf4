//! What does not belong somewhere does not get there.

use agentwire::{ag_ui, octo};

/// A constant of the protocol: there is no member to set.
fn constant() -> octo::CanonicalEventWire {
    octo::CanonicalEventWire::builder().protocol_version(3).build()
}

/// The identifier of a message where that of a thread belongs.
fn identifier(message: ag_ui::MessageId) -> ag_ui::RunFinished {
    ag_ui::RunFinished::builder().thread_id(message).run_id("run-1").build()
}

/// A member that is set twice.
fn twice() -> ag_ui::StepStarted {
    ag_ui::StepStarted::builder().step_name("plan").step_name("act").build()
}

fn main() {}
