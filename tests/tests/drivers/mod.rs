//! The two drivers behind one face, so that what holds for both is written once.

use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mrtr::http::{AsyncHttp, HttpBuilder};
use mrtr::model::DiscoverResult;
use mrtr::stdio::{AsyncStdio, StdioBuilder};
use mrtr::{
    AsyncClient, AsyncTransport, Call, CallFailure, Catalog, Client, Complete, InputResponse, Meta, Options, Pending,
    Request, RequestError, Session, Transport, TransportError, Unfinished,
};
use serde_json::Value;
use tokio::runtime::Runtime;

/// A person has to leave.
#[derive(Debug, PartialEq, Eq)]
pub struct Leave;

impl fmt::Display for Leave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the person has left")
    }
}

impl std::error::Error for Leave {}

pub type Answered<C> = Result<InputResponse<<C as Call>::Input>, Leave>;
pub type Outcome<C> = Result<Complete<C>, CallFailure<C, Leave>>;

/// How a server is reached.
pub enum Place {
    Stdio(StdioBuilder),
    Http(HttpBuilder),
}

pub trait Driver: Sized + Sync {
    /// Sends nothing yet.
    fn open(place: Place, session: Session) -> Self;

    /// Begins with the discovery of the server.
    fn connect(place: Place, session: Session) -> Result<Self, RequestError>;

    fn session(&self) -> Session;

    fn discover(&self) -> Result<DiscoverResult, RequestError>;

    fn tools(&self) -> Result<Arc<Catalog>, RequestError>;

    fn request(&self, method: &str, params: &Value) -> Result<Box<str>, RequestError>;

    fn begin<C: Call>(&self, call: C, meta: Meta) -> Pending<C>;

    fn drive<C: Call>(
        &self,
        state: impl Into<Unfinished<C>>,
        options: &Options<'_>,
        answer: impl FnMut(C::Input) -> Answered<C>,
    ) -> Outcome<C>;

    /// Takes two calls to their ends side by side; neither is asked anything.
    fn drive_both<C: Call + Send>(&self, states: [Pending<C>; 2], options: &Options<'_>) -> [Outcome<C>; 2]
    where
        C::Input: Send;
}

fn nobody<I: mrtr::Input>(input: I) -> Result<InputResponse<I>, Leave> {
    drop(input);
    Err(Leave)
}

/// [`mrtr::Client`].
pub struct Blocking(Client<Box<dyn Transport>>);

fn blocking(place: Place) -> Box<dyn Transport> {
    match place {
        Place::Stdio(builder) => Box::new(builder.spawn().unwrap()),
        Place::Http(builder) => Box::new(builder.build().unwrap()),
    }
}

impl Driver for Blocking {
    fn open(place: Place, session: Session) -> Self {
        Self(Client::new(session, blocking(place)))
    }

    fn connect(place: Place, session: Session) -> Result<Self, RequestError> {
        Client::connect(session, blocking(place)).map(Self)
    }

    fn session(&self) -> Session {
        self.0.session()
    }

    fn discover(&self) -> Result<DiscoverResult, RequestError> {
        self.0.discover()
    }

    fn tools(&self) -> Result<Arc<Catalog>, RequestError> {
        self.0.tools()
    }

    fn request(&self, method: &str, params: &Value) -> Result<Box<str>, RequestError> {
        self.0.request(method, params)
    }

    fn begin<C: Call>(&self, call: C, meta: Meta) -> Pending<C> {
        self.0.begin(call, meta).unwrap()
    }

    fn drive<C: Call>(
        &self,
        state: impl Into<Unfinished<C>>,
        options: &Options<'_>,
        answer: impl FnMut(C::Input) -> Answered<C>,
    ) -> Outcome<C> {
        self.0.drive_with(state, options, answer)
    }

    fn drive_both<C: Call + Send>(&self, states: [Pending<C>; 2], options: &Options<'_>) -> [Outcome<C>; 2]
    where
        C::Input: Send,
    {
        thread::scope(|scope| {
            let calls = states.map(|state| scope.spawn(|| self.0.drive_with(state, options, nobody::<C::Input>)));
            calls.map(|call| call.join().unwrap())
        })
    }
}

/// [`mrtr::AsyncClient`].
pub struct Tokio {
    client: AsyncClient<AsyncLink>,
    runtime: Runtime,
}

enum AsyncLink {
    Stdio(AsyncStdio),
    Http(AsyncHttp),
}

impl AsyncTransport for AsyncLink {
    async fn exchange_within(&self, request: &Request, timeout: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        match self {
            Self::Stdio(stdio) => stdio.exchange_within(request, timeout).await,
            Self::Http(http) => http.exchange_within(request, timeout).await,
        }
    }
}

fn asynchronous(place: Place) -> AsyncLink {
    match place {
        Place::Stdio(builder) => AsyncLink::Stdio(builder.spawn_async().unwrap()),
        Place::Http(builder) => AsyncLink::Http(builder.build_async().unwrap()),
    }
}

/// Several tests may use it at once, and connections belong to it.
fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

impl Driver for Tokio {
    fn open(place: Place, session: Session) -> Self {
        Self { client: AsyncClient::new(session, asynchronous(place)), runtime: runtime() }
    }

    fn connect(place: Place, session: Session) -> Result<Self, RequestError> {
        let runtime = runtime();
        let client = runtime.block_on(AsyncClient::connect(session, asynchronous(place)))?;
        Ok(Self { client, runtime })
    }

    fn session(&self) -> Session {
        self.client.session()
    }

    fn discover(&self) -> Result<DiscoverResult, RequestError> {
        self.runtime.block_on(self.client.discover())
    }

    fn tools(&self) -> Result<Arc<Catalog>, RequestError> {
        self.runtime.block_on(self.client.tools())
    }

    fn request(&self, method: &str, params: &Value) -> Result<Box<str>, RequestError> {
        self.runtime.block_on(self.client.request(method, params))
    }

    fn begin<C: Call>(&self, call: C, meta: Meta) -> Pending<C> {
        self.client.begin(call, meta).unwrap()
    }

    fn drive<C: Call>(
        &self,
        state: impl Into<Unfinished<C>>,
        options: &Options<'_>,
        mut answer: impl FnMut(C::Input) -> Answered<C>,
    ) -> Outcome<C> {
        self.runtime.block_on(self.client.drive_with(state, options, |input| {
            let response = answer(input);
            async {
                tokio::task::yield_now().await;
                response
            }
        }))
    }

    fn drive_both<C: Call + Send>(&self, states: [Pending<C>; 2], options: &Options<'_>) -> [Outcome<C>; 2]
    where
        C::Input: Send,
    {
        let [first, second] =
            states.map(|state| self.client.drive_with(state, options, |input| async { nobody::<C::Input>(input) }));
        let (first, second) = self.runtime.block_on(async { tokio::join!(first, second) });
        [first, second]
    }
}
