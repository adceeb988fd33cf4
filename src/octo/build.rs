//! Constructors for what adapters make all the time, and for which a builder would be much ado.

use super::{
    CanonicalEvent, CanonicalEventPayload, ContextEnvelope, ContextItem, ErrorControl, HostControl, ModelInputPart, RunProtocolErrorCode,
    RunState, StateControl, TextInputPart,
};

impl ModelInputPart {
    /// A text of a user turn.
    ///
    /// ```
    /// use agentwire::{octo, Wire};
    ///
    /// assert_eq!(octo::ModelInputPart::text("hello").encode()?, r#"{"type":"text","text":"hello"}"#);
    /// # Ok::<(), agentwire::Violations>(())
    /// ```
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextInputPart { id: None, text: text.into() })
    }
}

impl ContextEnvelope {
    /// An envelope of these items, in this order.
    ///
    /// ```
    /// use agentwire::{octo::ContextEnvelope, Wire};
    ///
    /// assert_eq!(ContextEnvelope::new([]).encode()?, r#"{"schema":"octo.context-envelope/v3","items":[]}"#);
    /// # Ok::<(), agentwire::Violations>(())
    /// ```
    pub fn new(items: impl IntoIterator<Item = ContextItem>) -> Self {
        Self { items: items.into_iter().collect() }
    }
}

impl CanonicalEvent {
    /// The next piece of a message's text (`message.delta`).
    ///
    /// ```
    /// use agentwire::{octo, Wire};
    ///
    /// let event = octo::CanonicalEvent::text_delta("m1", "Hel");
    /// assert!(event.encode()?.contains(r#""type":"message.delta""#));
    /// # Ok::<(), agentwire::Violations>(())
    /// ```
    pub fn text_delta(message_id: impl Into<String>, text: impl Into<String>) -> Self {
        Self::MessageDelta(CanonicalEventPayload { message_id: Some(message_id.into()), text: Some(text.into()), ..Default::default() })
    }
}

impl HostControl {
    /// The run is in this state now.
    pub const fn state(state: RunState) -> Self {
        Self::State(StateControl { state })
    }

    /// A fault of the run, its stream or its host.
    pub fn error(code: RunProtocolErrorCode, message: impl Into<String>) -> Self {
        Self::Error(ErrorControl { code, message: message.into(), failure: None })
    }
}
