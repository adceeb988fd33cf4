//! What a builder is not given does not build, and the error names it.

use agentwire::{ag_ui, ahp, octo};

/// A required member of an event of AHP: `decided_by`.
fn ahp_event(call: ahp::Identity, tool: ahp::Tool) -> ahp::ToolPermissionResolved {
    ahp::ToolPermissionResolved::builder().call(call).tool(tool).path("native").decision(ahp::Decision::Allow).build()
}

/// A required member of an event of AG-UI: `delta`.
fn ag_ui_event() -> ag_ui::TextMessageContent {
    ag_ui::TextMessageContent::builder().message_id("msg-1").build()
}

/// A required member of a type of Octo: `latest_seq`.
fn octo_type() -> octo::GapControl {
    octo::GapControl::builder().requested_after_seq(12).oldest_seq(66).build()
}

/// A member that may be null and has to be there: `explanation`. Null is said with `None`.
fn nullable(steps: Vec<octo::PlanStep>) -> octo::PlanUpdatedPayload {
    octo::PlanUpdatedPayload::builder().plan_id("plan-1").revision(1).steps(steps).build()
}

fn main() {}
