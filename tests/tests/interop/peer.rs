//! A server as the flows see it.

use std::process::Command;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use mrtr::http::Http;
use mrtr::stdio::Stdio;
use mrtr::{
    Call, Capabilities, Complete, Implementation, InputResponse, Meta, Options, RequestId, Session, Unfinished,
};

use crate::drivers::{Answered, Driver, Outcome, Place};
use crate::proxy;
use crate::seen::Seen;
use crate::server::{Link, Sdk};

/// Whether the calls ask for progress, which makes event streams of the answers of SDKs that answer with JSON
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Plain,
    Progress,
}

/// One connection, shared by all flows of one combination, which run at the same time.
pub type Shared<D> = OnceLock<(D, Seen)>;

pub struct Peer<'a, D> {
    pub sdk: Sdk,
    pub link: Link,
    mode: Mode,
    driver: &'a D,
    seen: &'a Seen,
}

/// A connection of its own, for what must not be done to a shared one.
pub struct Own<D> {
    sdk: Sdk,
    link: Link,
    mode: Mode,
    driver: D,
    seen: Seen,
}

pub fn session() -> Session {
    Session::new("server under test", Implementation::new("mrtr-tests", "0")).with_capabilities(Capabilities::ALL_KINDS)
}

/// Reached only by a test that fails.
const LONG: Duration = Duration::from_secs(60);

fn stdio(command: Command, seen: &Seen) -> Place {
    let (notes, strays) = (seen.clone(), seen.clone());
    Place::Stdio(
        Stdio::builder(command)
            .timeout(LONG)
            .on_notification(move |notification| notes.notification(notification))
            .on_stray_line(move |stray| strays.stray(stray))
            .on_stderr(|_| {}),
    )
}

fn http(url: impl Into<String>, seen: &Seen) -> Place {
    let (notes, strays) = (seen.clone(), seen.clone());
    Place::Http(
        Http::builder(url)
            .timeout(LONG)
            .on_notification(move |notification| notes.notification(notification))
            .on_stray(move |stray| strays.stray(stray)),
    )
}

fn place(sdk: Sdk, link: Link, seen: &Seen) -> Place {
    match link {
        Link::Stdio => stdio(sdk.command(), seen),
        Link::Http => http(sdk.url(), seen),
    }
}

impl<'a, D: Driver> Peer<'a, D> {
    pub fn new(sdk: Sdk, link: Link, mode: Mode, shared: &'a Shared<D>) -> Self {
        let (driver, seen) = shared.get_or_init(|| {
            let seen = Seen::default();
            (connect(place(sdk, link, &seen), session()), seen)
        });
        Self { sdk, link, mode, driver, seen }
    }

    pub fn driver(&self) -> &'a D {
        self.driver
    }

    /// A connection to the same kind of server, in another session.
    pub fn connect(&self, session: Session) -> Own<D> {
        let seen = Seen::default();
        self.own(connect(place(self.sdk, self.link, &seen), session), seen)
    }

    /// A connection on which the first request state is altered on its way to the server.
    pub fn connect_altering(&self) -> Own<D> {
        let seen = Seen::default();
        let place = match self.link {
            Link::Stdio => stdio(proxy::altering_command(&self.sdk.command()), &seen),
            Link::Http => http(proxy::altering_url(self.sdk.url()), &seen),
        };
        self.own(connect(place, session()), seen)
    }

    fn own(&self, driver: D, seen: Seen) -> Own<D> {
        Own { sdk: self.sdk, link: self.link, mode: self.mode, driver, seen }
    }

    pub fn meta(&self) -> Meta {
        match self.mode {
            Mode::Plain => Meta::new(),
            Mode::Progress => Meta::new().with_progress(),
        }
    }

    /// Takes a call to its end.
    pub fn try_call<C: Call>(
        &self,
        call: C,
        mut answer: impl FnMut(C::Input) -> InputResponse<C::Input>,
    ) -> Outcome<C> {
        let pending = self.driver.begin(call, self.meta());
        self.drive(pending, Options::new(), |input| Ok(answer(input)))
    }

    /// Takes a call to its good end.
    pub fn call<C: Call>(&self, call: C, answer: impl FnMut(C::Input) -> InputResponse<C::Input>) -> Complete<C> {
        self.try_call(call, answer).unwrap_or_else(|failure| panic!("{failure}"))
    }

    /// Takes a call on to its end. Progress of each leg has come before its answer.
    pub fn drive<C: Call>(
        &self,
        state: impl Into<Unfinished<C>>,
        options: Options<'_>,
        answer: impl FnMut(C::Input) -> Answered<C>,
    ) -> Outcome<C> {
        let legs = Mutex::new(Vec::new());
        let outcome = {
            let on_leg = |id: &RequestId| legs.lock().unwrap().push(id.clone());
            self.driver.drive(state, &options.with_on_leg(&on_leg), answer)
        };
        if outcome.is_ok() {
            let expected = if self.mode == Mode::Progress { self.sdk.notifications() } else { 0 };
            for leg in legs.into_inner().unwrap() {
                assert_eq!(self.seen.progress_of(&leg), expected, "progress of request {leg}");
            }
        }
        self.nothing_odd();
        outcome
    }

    /// Makes a call that comes to no function of the server which could report progress.
    pub fn ask_nothing<C: Call>(&self, call: C) -> Outcome<C> {
        let pending = self.driver.begin(call, self.meta());
        let outcome = self.driver.drive(pending, &Options::new(), |_| panic!("asked for input"));
        self.nothing_odd();
        outcome
    }

    /// Takes two calls to their ends at the same time.
    pub fn both<C: Call + Send>(&self, calls: [C; 2]) -> [Complete<C>; 2]
    where
        C::Input: Send,
    {
        let states = calls.map(|call| self.driver.begin(call, self.meta()));
        let outcomes = self.driver.drive_both(states, &Options::new());
        self.nothing_odd();
        outcomes.map(|outcome| outcome.unwrap_or_else(|failure| panic!("{failure}")))
    }

    /// No server sends what belongs to no call.
    fn nothing_odd(&self) {
        assert_eq!(self.seen.others(), [] as [String; 0]);
    }
}

fn connect<D: Driver>(place: Place, session: Session) -> D {
    D::connect(place, session).unwrap_or_else(|error| panic!("{error}"))
}

impl<D: Driver> Own<D> {
    pub fn peer(&self) -> Peer<'_, D> {
        Peer { sdk: self.sdk, link: self.link, mode: self.mode, driver: &self.driver, seen: &self.seen }
    }
}
