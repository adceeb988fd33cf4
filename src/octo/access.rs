//! Questions about a frame that would otherwise take a match.

use super::{CanonicalEventWire, HostControl, HostFrame, ProtocolMode, RunState};

/// A member that all three kinds of frames have.
macro_rules! header {
    ($frame:ident.$field:ident) => {
        match $frame {
            HostFrame::Native(frame) => &frame.$field,
            HostFrame::Canonical(frame) => &frame.$field,
            HostFrame::Control(frame) => &frame.$field,
        }
    };
}

impl HostFrame {
    /// The run that the frame belongs to.
    ///
    /// ```
    /// use agentwire::{octo, Wire};
    ///
    /// let lines = std::fs::read_to_string("examples/data/octo-session.ndjson")?;
    /// let frames = lines.lines().map(|line| octo::HostFrame::decode(line.as_bytes())).collect::<Result<Vec<_>, _>>()?;
    /// let last = frames.last().unwrap();
    /// let of_run = |frame: &&octo::HostFrame| frame.run_id() == last.run_id() && frame.stream_id() == last.stream_id();
    /// assert!(frames.iter().filter(of_run).is_sorted_by_key(|frame| frame.seq()));
    /// assert!(frames.iter().any(|frame| frame.event().is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_id(&self) -> &str {
        header!(self.run_id)
    }

    /// The invocation that started the run.
    pub fn invocation_id(&self) -> &str {
        header!(self.invocation_id)
    }

    /// The stream that carries the run's frames.
    pub fn stream_id(&self) -> &str {
        header!(self.stream_id)
    }

    /// The agent session that the run works for.
    pub fn agent_session_id(&self) -> &str {
        header!(self.agent_session_id)
    }

    /// The generation of the agent session.
    pub fn session_generation(&self) -> u64 {
        *header!(self.session_generation)
    }

    /// The frame's position in its stream, counted from 1.
    pub fn seq(&self) -> u64 {
        *header!(self.seq)
    }

    /// Name and version of the protocol that the run's messages speak.
    pub fn protocol(&self) -> &str {
        header!(self.protocol)
    }

    /// The run's mode: fixed for native and canonical frames, told by a control frame.
    pub fn protocol_mode(&self) -> ProtocolMode {
        match self {
            Self::Native(_) => ProtocolMode::Native,
            Self::Canonical(_) => ProtocolMode::Canonical,
            Self::Control(frame) => frame.protocol_mode,
        }
    }

    /// The canonical event, if the frame carries one.
    pub fn event(&self) -> Option<&CanonicalEventWire> {
        match self {
            Self::Canonical(frame) => Some(&frame.event),
            Self::Native(_) | Self::Control(_) => None,
        }
    }

    /// The control fact, if the frame carries one.
    pub fn control(&self) -> Option<&HostControl> {
        match self {
            Self::Control(frame) => Some(&frame.control),
            Self::Native(_) | Self::Canonical(_) => None,
        }
    }
}

impl HostControl {
    /// The state of the run, if this tells it.
    ///
    /// ```
    /// use agentwire::octo::{HostControl, RunState};
    ///
    /// assert_eq!(HostControl::state(RunState::Completed).run_state(), Some(RunState::Completed));
    /// ```
    pub fn run_state(&self) -> Option<RunState> {
        match self {
            Self::State(control) => Some(control.state),
            _ => None,
        }
    }
}
