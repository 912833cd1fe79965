//! Requests other than the three calls.

use mrtr::core::{NotOursReason, PeerError, QueryError};
use mrtr::{RequestError, TransportError};
use serde_json::json;

use crate::script::{Answer, ask, client, error, lost, result, state_only};

#[test]
fn the_result_of_another_request_is_given_as_it_came() {
    let text = r#"{"resources":[{"uri":"a:b","size":1.50}]}"#;
    let client = client([Answer::Result(text.to_owned()).into()]);
    let result = client.request("resources/list", &json!({"cursor": "x"})).unwrap();
    assert_eq!(&*result, text);
    let sent = client.transport().sent();
    assert_eq!((&*sent[0].method, &sent[0].params()["cursor"]), ("resources/list", &json!("x")));
}

#[test]
fn another_request_cannot_be_answered_by_asking() {
    let empty = result(&json!({"resultType": "input_required"}));
    for step in [ask(&["a"]), state_only(), empty] {
        let client = client([step]);
        let error = client.tools().unwrap_err();
        assert!(
            matches!(&error, RequestError::Peer(PeerError::InputNotAllowed { method }) if &**method == "tools/list")
        );
        assert_eq!(client.transport().sent().len(), 1, "nothing is tried again");
    }
}

#[test]
fn the_three_calls_are_not_other_requests() {
    let client = client([]);
    for method in ["tools/call", "resources/read", "prompts/get"] {
        let error = client.request(method, &()).unwrap_err();
        assert!(matches!(error, RequestError::Query(QueryError::IsACall { .. })), "{error:?}");
    }
}

#[test]
fn each_failure_of_another_request_has_its_kind() {
    let client = client([
        lost(TransportError::Closed),
        error(-32603, "no", &json!(null)),
        Answer::Message(r#"{"jsonrpc":"2.0","id":0,"result":{}}"#.to_owned()).into(),
        result(&json!("text")),
    ]);
    let next = || client.request("resources/list", &()).unwrap_err();
    assert!(matches!(next(), RequestError::Transport(TransportError::Closed)));
    assert!(matches!(next(), RequestError::Peer(PeerError::Rpc(_))));
    assert!(matches!(next(), RequestError::NotOurs(NotOursReason::OtherId)));
    assert!(matches!(next(), RequestError::Peer(PeerError::Malformed(_))));
    assert_eq!(client.transport().sent().len(), 4);
}
