//! How the inputs that a typed call was compiled with differ from what a server asks for now.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::call::Call;
use crate::capabilities::Capabilities;
use crate::captured::{self, CaptureFault};
use crate::error::PeerError;
use crate::input::{InputProblem, InputRequest, Leg};
use crate::schema::{Difference, FormSchema};
use crate::state::NeedsInput;
use crate::wire::{Asked, Kind, Requests};

/// A call whose inputs were read from files at compile time. The derive macro of the `mrtr` crate implements it.
pub trait TypedCall: Call {
    /// The inputs that were compiled in: one list per file, in the order of the attributes.
    const INPUTS: &'static [&'static [CompiledInput]];
}

/// One input that a typed call was compiled with.
#[derive(Clone, Copy, Debug)]
pub struct CompiledInput {
    key: &'static str,
    kind: CompiledKind,
}

#[derive(Clone, Copy, Debug)]
enum CompiledKind {
    Form(&'static str),
    Url,
    Sampling,
    Roots,
}

impl CompiledInput {
    /// A form, with its schema as JSON text.
    #[must_use]
    pub const fn form(key: &'static str, schema: &'static str) -> Self {
        Self { key, kind: CompiledKind::Form(schema) }
    }

    /// A page to open.
    #[must_use]
    pub const fn url(key: &'static str) -> Self {
        Self { key, kind: CompiledKind::Url }
    }

    /// A message of the client's model.
    #[must_use]
    pub const fn sampling(key: &'static str) -> Self {
        Self { key, kind: CompiledKind::Sampling }
    }

    /// The roots.
    #[must_use]
    pub const fn roots(key: &'static str) -> Self {
        Self { key, kind: CompiledKind::Roots }
    }

    /// The key under which the server asked.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The schema of a form, as JSON text.
    #[must_use]
    pub fn schema(&self) -> Option<&'static str> {
        match self.kind {
            CompiledKind::Form(schema) => Some(schema),
            _ => None,
        }
    }

    fn kind_name(&self) -> &'static str {
        match self.kind {
            CompiledKind::Form(_) => "a form",
            CompiledKind::Url => "a url",
            CompiledKind::Sampling => "sampling",
            CompiledKind::Roots => "roots",
        }
    }
}

/// All differences between the inputs of `C` and what a server asks for in `live`: an `InputRequiredResult`, a JSON-RPC
/// response that holds one, or a map of input requests. For a test that runs against the server, say; a call that is
/// under way has [`NeedsInput::drift`].
///
/// Where `C` was compiled from several files, one per round, the live text is compared with the file that shares the
/// most keys with it; a key of another file is no difference.
///
/// # Errors
///
/// When `live` is none of these.
pub fn drift<C: TypedCall>(live: &str) -> Result<Vec<Drift>, CaptureFault> {
    let requests = captured::find_requests(live)?.map(|(_, requests)| Requests::read(requests));
    let requests = requests
        .transpose()
        .map_err(|error| CaptureFault::peer(PeerError::malformed("/result/inputRequests", error.into())))?;
    let declared = C::CAPABILITIES.unwrap_or(Capabilities::ALL_KINDS);
    match Leg::read(&Asked { requests, state: None }, declared) {
        Ok(leg) => {
            let requests = (0..leg.len()).map(|index| InputRequest { leg: leg.clone(), index }).collect();
            Ok(compare(C::INPUTS, requests))
        }
        Err(error) => Err(CaptureFault::peer(error)),
    }
}

impl<C: TypedCall> NeedsInput<C> {
    /// All differences between the inputs that `C` was compiled with and what the server asks for in this round, for a
    /// log: as [`drift`] has them.
    #[must_use]
    pub fn drift(&self) -> Vec<Drift> {
        compare(C::INPUTS, self.requests().collect())
    }
}

fn compare(rounds: &[&'static [CompiledInput]], live: Vec<InputRequest>) -> Vec<Drift> {
    let find = |key: &str| rounds.iter().flat_map(|round| round.iter()).find(|input| input.key == key);
    let shared = |round: &[CompiledInput]| {
        round.iter().filter(|input| live.iter().any(|request| request.key() == input.key)).count()
    };
    let mut nearest: &[CompiledInput] = &[];
    for round in rounds {
        // A file that the live text has nothing of is another round, unless there is only one.
        if shared(round) > shared(nearest) || rounds.len() == 1 {
            nearest = round;
        }
    }
    let mut found = Vec::new();
    for input in nearest {
        if !live.iter().any(|request| request.key() == input.key) {
            found.push(Drift { key: input.key.into(), change: DriftChange::Gone });
        }
    }
    for request in live {
        let key: Box<str> = request.key().into();
        match find(&key) {
            Some(input) => found.extend(changes(input, request).map(|change| Drift { key: key.clone(), change })),
            None => found.push(Drift { key, change: DriftChange::New }),
        }
    }
    found
}

fn changes(compiled: &CompiledInput, live: InputRequest) -> impl Iterator<Item = DriftChange> + use<> {
    let mut changes = Vec::new();
    match (compiled.kind, live.kind()) {
        (CompiledKind::Form(compiled), Ok(Kind::Form { .. })) => match (FormSchema::read(compiled), live.read_schema())
        {
            (Ok(compiled), Ok(live)) => {
                changes.extend(compiled.differences(&live).into_iter().map(DriftChange::Form));
            }
            (_, Err(error)) => changes.push(DriftChange::Unanswerable(error.problem().clone())),
            (Err(_), _) => {}
        },
        (CompiledKind::Url, Ok(Kind::Url { .. }))
        | (CompiledKind::Sampling, Ok(Kind::Sampling(_)))
        | (CompiledKind::Roots, Ok(Kind::Roots)) => {}
        (_, Ok(_)) => {
            let error = live.not_a(compiled.kind_name());
            changes.push(DriftChange::Unanswerable(error.problem().clone()));
        }
        (_, Err(())) => {
            let error = live.unknown_key();
            changes.push(DriftChange::Unanswerable(error.problem().clone()));
        }
    }
    changes.into_iter()
}

/// One difference between the inputs of a typed call and what a server asks for.
#[derive(Clone, Debug)]
pub struct Drift {
    key: Box<str>,
    change: DriftChange,
}

impl Drift {
    /// The key of the input request.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What has changed.
    #[must_use]
    pub fn change(&self) -> &DriftChange {
        &self.change
    }

    /// Whether the call cannot answer this key any more, or cannot answer all that it could before.
    #[must_use]
    pub fn breaks_answer(&self) -> bool {
        match &self.change {
            DriftChange::Gone => false,
            DriftChange::New | DriftChange::Unanswerable(_) => true,
            DriftChange::Form(difference) => difference.breaks_answer(),
        }
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "input request {:?}: ", self.key)?;
        match &self.change {
            DriftChange::Gone => f.write_str("the server does not ask for it any more"),
            DriftChange::New => f.write_str("the server asks for it, and the call has no such input"),
            DriftChange::Form(difference) => difference.fmt(f),
            DriftChange::Unanswerable(problem) => problem.fmt(f),
        }
    }
}

/// What has changed in an input request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DriftChange {
    /// The server does not ask for it any more.
    Gone,
    /// The call has no input of this key.
    New,
    /// The form has changed.
    Form(Difference),
    /// It is of another kind, or cannot be read.
    Unanswerable(InputProblem),
}
