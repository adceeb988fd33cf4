//! The `x-octo-*` keywords that compare parts of one value: each is a method of the checker's, called by
//! the generated checks under the keyword's name.

use super::{
    ContextContinuityPayload, ContextEnvelope, ContextEnvsPayload, ContextReferencesPayload, ResolvedRuntimeSelection, SelectionMode,
};
use crate::wire::check::Checker;
use crate::Map;

/// `x-octo-unique-type-keys`: each pair of namespace and name occurs once among the items.
pub(super) fn unique_type_keys(envelope: &ContextEnvelope, at: &mut Checker<'_>) {
    let keys = envelope.items.iter().map(|item| (item.namespace(), item.name()));
    at.unique_keys("items", keys, "x-octo-unique-type-keys", "the pair of namespace and name");
}

/// `x-octo-unique-resource-refs`: each `resource_ref` occurs once among the entries.
pub(super) fn unique_resource_refs(payload: &ContextReferencesPayload, at: &mut Checker<'_>) {
    let keys = payload.entries.iter().map(|entry| entry.resource_ref.as_str());
    at.unique_keys("entries", keys, "x-octo-unique-resource-refs", "the `resource_ref`");
}

/// `x-octo-unique-env-keys`: each `key` occurs once among the variables.
pub(super) fn unique_env_keys(payload: &ContextEnvsPayload, at: &mut Checker<'_>) {
    let keys = payload.env_variables.iter().map(|variable| variable.key.as_str());
    at.unique_keys("env_variables", keys, "x-octo-unique-env-keys", "the `key`");
}

/// `x-octo-unique-header-names`: header names are unique when ASCII letters are compared without case.
pub(super) fn unique_header_names(headers: &Map<String>, at: &mut Checker<'_>) {
    const FEW: usize = 16;
    let repeated = if headers.len() <= FEW {
        headers.keys().enumerate().any(|(index, name)| headers.keys().take(index).any(|known| known.eq_ignore_ascii_case(name)))
    } else {
        let mut seen = std::collections::HashSet::new();
        headers.keys().any(|name| !seen.insert(name.to_ascii_lowercase()))
    };
    if repeated {
        at.broken("x-octo-unique-header-names", "two header names differ in case only");
    }
}

/// `x-octo-matching-trigger-fields`: the trigger fact is the message that the descriptor names.
pub(super) fn matching_trigger_fields(payload: &ContextContinuityPayload, at: &mut Checker<'_>) {
    const RULE: &str = "x-octo-matching-trigger-fields";
    let descriptor = &payload.0;
    if descriptor.trigger_fact.message_id != descriptor.trigger_message_id {
        at.broken(RULE, "`trigger_fact.message_id` is not `trigger_message_id`");
    }
    if descriptor.trigger_fact.message_seq != descriptor.trigger_seq {
        at.broken(RULE, "`trigger_fact.message_seq` is not `trigger_seq`");
    }
}

/// `x-octo-runtime-selection-invariants`: candidates are distinct, and the explicit one is the candidate.
pub(super) fn runtime_selection_invariants(selection: &ResolvedRuntimeSelection, at: &mut Checker<'_>) {
    const RULE: &str = "x-octo-runtime-selection-invariants";
    let candidates = &selection.authorized_candidates;
    at.unique_keys("authorized_candidates", candidates.iter().map(|candidate| candidate.runtime_id.as_str()), RULE, "the `runtime_id`");
    // More than one candidate is against C37, which says so.
    let (SelectionMode::Explicit, Some(explicit), [candidate]) =
        (selection.selection_mode, &selection.explicit_runtime_id, &candidates[..])
    else {
        return;
    };
    if candidate.runtime_id != *explicit {
        at.broken(RULE, "`explicit_runtime_id` is not the candidate's `runtime_id`");
    }
}
