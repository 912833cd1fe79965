//! What is special about the asynchronous driver: answers that wait, calls side by side, and futures that are dropped.
//! Time is tokio's, which stands still and leaps when everybody waits.

use std::cell::RefCell;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mrtr::core::{DynamicInput, InputResponse, Meta, Request};
use mrtr::{AsyncClient, AsyncTransport, CallFailure, Kept, Limits, Options, RequestError, TransportError, Unfinished};
use serde_json::json;
use tokio::sync::{Mutex, Notify, oneshot};
use tokio::time::{Instant, sleep, timeout};

use crate::script::{Script, Step, accept, ask, call, done, error, lost, result, session, state_only, try_accept};

const SECOND: Duration = Duration::from_secs(1);

/// The script over tokio's time.
struct Scripted {
    script: Script,
    cancelled: AtomicUsize,
}

/// Counts a request whose future is dropped.
struct InFlight<'a>(Option<&'a AtomicUsize>);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        if let Some(cancelled) = self.0 {
            cancelled.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl AsyncTransport for Scripted {
    async fn exchange_within(&self, request: &Request, limit: Option<Duration>) -> Result<Vec<u8>, TransportError> {
        let Step { takes, answer } = self.script.receive(request, limit);
        let mut guard = InFlight(Some(&self.cancelled));
        let limit = limit.unwrap_or(Duration::MAX);
        let outcome = timeout(limit, sleep(takes)).await.map_err(|_| TransportError::Timeout { after: limit });
        guard.0 = None;
        outcome?;
        Script::answer(request, answer)
    }
}

fn client(steps: impl IntoIterator<Item = Step>) -> AsyncClient<Scripted> {
    let transport = Scripted { script: Script::new(steps), cancelled: AtomicUsize::new(0) };
    AsyncClient::new(session(), transport)
}

async fn later(input: DynamicInput) -> InputResponse<DynamicInput> {
    sleep(SECOND).await;
    accept(input)
}

async fn try_later(input: DynamicInput) -> io::Result<InputResponse<DynamicInput>> {
    Ok(later(input).await)
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_wait() {
    let client = client([ask(&["a", "b"]), done()]);
    let begin = Instant::now();
    client.call(call(), later).await.unwrap();
    assert_eq!(begin.elapsed(), SECOND * 2);
    assert_eq!(client.transport().script.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_waits_does_not_hold_up_other_calls() {
    let client = client([ask(&["a"]), ask(&["b"]), done(), done()]);
    let (release, released) = oneshot::channel::<()>();
    let released = RefCell::new(Some(released));
    let asked = Notify::new();
    let first = client.call(call(), async |input| {
        asked.notify_one();
        let released = released.borrow_mut().take();
        released.unwrap().await.unwrap();
        accept(input)
    });
    let second = async {
        asked.notified().await;
        client.call(call(), async |input| accept(input)).await.unwrap();
        assert_eq!(client.transport().script.count(), 3, "the second call is complete");
        release.send(()).unwrap();
    };
    let (first, ()) = tokio::join!(first, second);
    first.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_call_can_be_a_task_of_its_own() {
    let client = Arc::new(client([ask(&["a"]), ask(&["a"]), done(), done()]));
    let tasks = [(); 2].map(|()| {
        let client = client.clone();
        tokio::spawn(async move {
            let name = String::from("borrowed by the answer function");
            client.call(call(), async |input| if name.is_empty() { panic!() } else { later(input).await }).await
        })
    });
    for task in tasks {
        task.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn dropping_the_future_cancels_the_leg_in_flight_and_nothing_else() {
    let client = client([ask(&["a"]), done().takes(SECOND * 1_000)]);
    let outcome = timeout(SECOND, client.call(call(), async |input| accept(input))).await;
    assert!(outcome.is_err(), "the second leg takes long");
    assert_eq!(client.transport().cancelled.load(Ordering::Relaxed), 1);
    assert_eq!(client.transport().script.sent().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_future_while_a_person_is_asked_sends_nothing() {
    let client = client([ask(&["a"])]);
    let outcome = timeout(SECOND, client.call(call(), async |_| std::future::pending().await)).await;
    assert!(outcome.is_err());
    assert_eq!(client.transport().cancelled.load(Ordering::Relaxed), 0);
    assert_eq!(client.transport().script.sent().len(), 1);
}

/// Drives for a second, whatever has been reached by then, and to the end after that.
async fn interrupted(
    steps: impl IntoIterator<Item = Step>,
    rest: impl IntoIterator<Item = Step>,
    options: &Options<'_>,
    answer: impl AsyncFn(DynamicInput) -> InputResponse<DynamicInput>,
) -> AsyncClient<Scripted> {
    let client = client(steps);
    let mut kept = Kept::new(client.begin(call(), Meta::new()).unwrap());
    let answer = &answer;
    let drive = client.drive_in(&mut kept, options, async |input| Ok::<_, io::Error>(answer(input).await));
    assert!(timeout(SECOND, drive).await.is_err());
    client.transport().script.then(rest);
    assert!(client.drive_in(&mut kept, &Options::new(), try_later).await.is_ok());
    assert!(kept.is_empty());
    client
}

#[tokio::test(start_paused = true)]
async fn a_dropped_future_leaves_a_leg_in_flight_where_it_is_kept() {
    let steps = [ask(&["a"]), done().takes(SECOND * 1_000)];
    let client = interrupted(steps, [done()], &Options::new(), async |input| accept(input)).await;
    assert_eq!(client.transport().cancelled.load(Ordering::Relaxed), 1);
    let sent = client.transport().script.sent();
    assert_ne!(sent[1].id, sent[2].id);
    assert_eq!(sent[1].params()["inputResponses"], sent[2].params()["inputResponses"]);
    assert_eq!(sent[1].params()["requestState"], sent[2].params()["requestState"]);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_future_leaves_the_answers_so_far_where_they_are_kept() {
    let asked = RefCell::new(Vec::new());
    let client = interrupted([ask(&["a", "b"])], [done()], &Options::new(), async |input: DynamicInput| {
        asked.borrow_mut().push(input.key().to_owned());
        if input.key() == "a" { accept(input) } else { std::future::pending().await }
    })
    .await;
    assert_eq!(asked.into_inner(), ["a", "b"]);
    let sent = client.transport().script.sent();
    assert_eq!(sent[1].params()["inputResponses"].as_object().unwrap().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_future_leaves_a_round_that_asks_nothing_where_it_is_kept() {
    // 50, 100, 200 and 250 milliseconds, and 250 again.
    let client = interrupted((0..6).map(|_| state_only()), [done()], &Options::new(), later).await;
    assert_eq!(client.transport().script.sent().len(), 7);
}

#[tokio::test(start_paused = true)]
async fn a_dropped_future_leaves_a_leg_whose_list_of_tools_is_refreshed() {
    let steps = [error(-32020, "stale", &json!(null)), done().takes(SECOND * 1_000)];
    let client = interrupted(steps, [done()], &Options::new(), later).await;
    let methods: Vec<_> = client.transport().script.sent().into_iter().map(|leg| leg.method).collect();
    assert_eq!(methods, ["tools/call", "tools/list", "tools/call"]);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_aborted_leaves_the_call_where_it_is_shared() {
    let client = Arc::new(client([ask(&["a"]), done().takes(SECOND * 1_000)]));
    let kept = Arc::new(Mutex::new(Kept::new(client.begin(call(), Meta::new()).unwrap())));
    let (task_client, task_kept) = (Arc::clone(&client), Arc::clone(&kept));
    let task = tokio::spawn(async move {
        let mut kept = task_kept.lock().await;
        task_client.drive_in(&mut kept, &Options::new(), try_later).await.map(drop)
    });
    sleep(SECOND * 2).await;
    task.abort();
    assert!(task.await.unwrap_err().is_cancelled());
    client.transport().script.then([done()]);
    let mut kept = kept.lock().await;
    assert!(client.drive_in(&mut kept, &Options::new(), async |input| try_accept(input)).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_panics_leaves_the_call_where_it_is_shared() {
    let client = Arc::new(client([ask(&["a"])]));
    let kept = Arc::new(Mutex::new(Kept::new(client.begin(call(), Meta::new()).unwrap())));
    let (task_client, task_kept) = (Arc::clone(&client), Arc::clone(&kept));
    let task = tokio::spawn(async move {
        let mut kept = task_kept.lock().await;
        let panics =
            async |input: DynamicInput| if input.key() == "a" { panic!("planted") } else { try_later(input).await };
        task_client.drive_in(&mut kept, &Options::new(), panics).await.map(drop)
    });
    assert!(task.await.unwrap_err().is_panic());
    client.transport().script.then([done()]);
    let mut kept = kept.lock().await;
    assert!(client.drive_in(&mut kept, &Options::new(), try_later).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn the_pauses_are_those_of_the_blocking_driver() {
    let client = client((0..6).map(|_| state_only()).chain([done()]));
    let begin = Instant::now();
    client.call(call(), async |_| unreachable!()).await.unwrap();
    assert_eq!(begin.elapsed(), Duration::from_millis(50 + 100 + 200 + 250 * 3));
}

#[tokio::test(start_paused = true)]
async fn each_leg_has_the_time_that_is_left() {
    let steps = [ask(&["a"]).takes(SECOND * 3), ask(&["a"]).takes(SECOND * 2), done().takes(SECOND)];
    let client = client(steps).with_limits(Limits::new().with_deadline(SECOND * 20));
    client.call(call(), later).await.unwrap();
    let timeouts: Vec<_> = client.transport().script.sent().iter().map(|leg| leg.timeout).collect();
    assert_eq!(timeouts, [Some(SECOND * 20), Some(SECOND * 16), Some(SECOND * 13)]);
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_interrupted_when_the_time_is_over_and_the_earlier_ones_are_kept() {
    let client = client([ask(&["a", "b"])]).with_limits(Limits::new().with_deadline(SECOND * 5));
    let begin = Instant::now();
    let failure = client
        .call(call(), async |input: DynamicInput| {
            sleep(if input.key() == "a" { SECOND } else { SECOND * 1_000 }).await;
            accept(input)
        })
        .await
        .unwrap_err();
    assert_eq!(begin.elapsed(), SECOND * 5);
    let CallFailure::Deadline { state: Unfinished::NeedsInput(needs_input), mut responses, .. } = failure else {
        panic!("{failure:?}")
    };
    assert_eq!(responses.iter().map(InputResponse::key).collect::<Vec<_>>(), ["a"]);
    assert_eq!(client.transport().script.count(), 1);

    responses.push(accept(needs_input.inputs().unwrap().remove(1)));
    client.transport().script.then([done()]);
    let complete = client.drive(needs_input.submit(responses).unwrap(), try_later).await;
    assert!(complete.is_ok());
}

#[tokio::test(start_paused = true)]
async fn a_deadline_beyond_all_reckoning_is_none() {
    let client = client([ask(&["a"]), done()]).with_limits(Limits::new().with_deadline(Duration::MAX));
    client.call(call(), later).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_failure_gives_the_call_back_and_it_goes_on() {
    let limits = Limits::new().with_deadline(SECOND * 60).with_max_rounds(1);
    for last in [
        lost(TransportError::Closed),
        done().takes(SECOND * 100),
        error(-32603, "no", &json!(null)),
        ask(&["b"]),
        result(&json!({"resultType": "task"})),
    ] {
        let client = client([ask(&["a"]), last]).with_limits(limits);
        let failure = client.try_call(call(), try_later).await.unwrap_err();
        assert_eq!(client.transport().script.count(), 2, "nothing is sent again by itself");
        client.transport().script.then([done()]);
        assert!(client.drive(failure.into_unfinished().unwrap(), try_later).await.is_ok());
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_function_that_fails_sends_nothing() {
    let client = client([ask(&["a", "b"])]);
    let failure = client
        .try_call(call(), async |input: DynamicInput| match input.key() {
            "a" => Ok(accept(input)),
            _ => Err(io::Error::other("gone home")),
        })
        .await
        .unwrap_err();
    let CallFailure::Stopped { responses, .. } = failure else { panic!("{failure:?}") };
    assert_eq!(responses.len(), 1);
    assert_eq!(client.transport().script.sent().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn versions_and_headers_are_renewed_as_by_the_blocking_driver() {
    let discovered = result(&json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}));
    let tools = || {
        result(&json!({"tools": [{"name": "book", "inputSchema": {"properties": {
            "to": {"type": "string", "x-mcp-header": "To"}}}}]}))
    };
    let stale = error(-32020, "stale", &json!(null));
    let transport =
        Scripted { script: Script::new([discovered, stale, tools(), done(), tools()]), cancelled: AtomicUsize::new(0) };
    let session = session().with_protocol_versions(["2027-01-01", "2026-07-28"]);
    let client = AsyncClient::connect(session, transport).await.unwrap();
    let pending = client.begin(call(), Meta::new()).unwrap();
    assert!(client.drive(pending, async |input| try_accept(input)).await.is_ok());
    assert_eq!(client.tools().await.unwrap().headers("book").len(), 1);
    let sent = client.transport().script.sent();
    let methods: Vec<_> = sent.iter().map(|leg| (&*leg.method, &*leg.version, leg.headers.join(","))).collect();
    assert_eq!(
        methods,
        [
            ("server/discover", "2027-01-01", String::new()),
            ("tools/call", "2026-07-28", String::new()),
            ("tools/list", "2026-07-28", String::new()),
            ("tools/call", "2026-07-28", String::from("To=Cebu")),
            ("tools/list", "2026-07-28", String::new()),
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_server_of_an_earlier_revision_is_unsupported_at_its_first_answer() {
    let client = client([error(-32601, "Method not found", &json!(null))]);
    assert!(matches!(client.discover().await, Err(RequestError::UnsupportedServer(_))));
    client.transport().script.then([ask(&["a"])]);
    assert!(matches!(client.request("resources/list", &()).await, Err(RequestError::Peer(_))));
}
