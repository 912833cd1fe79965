#!/usr/bin/env python3
"""Plays every flow of the peer servers with messages written by hand: `smoke.py [--wire] [typescript] [python]`.

Tells a fault of a peer from a fault of the client under test. Needs nothing but the standard library.
"""

import http.client
import json
import pathlib
import queue
import subprocess
import sys
import threading
import urllib.parse
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEERS = {
    "typescript": ["node", str(ROOT / "tests/peers/typescript/server.mjs")],
    "python": [str(ROOT / "target/peers/python/bin/python"), str(ROOT / "tests/peers/python/server.py")],
}
TIMEOUT = 20
VERSION = "2026-07-28"
EVERYTHING = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}
NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

Json = dict[str, Any]


class Peer:
    """A running server, spoken to in whole messages."""

    def __init__(self, command: list[str], wire: bool) -> None:
        # The servers report each refusal there.
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet)
        self.wire = wire
        self.last_id = 0

    def request(self, method: str, params: Json, capabilities: Json = EVERYTHING, **meta: Any) -> list[Json]:
        """Sends a request and gives the notifications and the response that it brought."""
        self.last_id += 1
        message = {
            "jsonrpc": "2.0",
            "id": self.last_id,
            "method": method,
            "params": {
                **params,
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": VERSION,
                    "io.modelcontextprotocol/clientCapabilities": capabilities,
                    "io.modelcontextprotocol/clientInfo": {"name": "smoke", "version": "0"},
                    **meta,
                },
            },
        }
        answers = self.exchange(message)
        check(answers[-1].get("id") == message["id"], "the response has the id of the request", answers[-1])
        return answers

    def call(self, method: str, params: Json, **options: Any) -> Json:
        return self.request(method, params, **options)[-1]

    def exchange(self, message: Json) -> list[Json]:
        raise NotImplementedError

    def show(self, direction: str, text: str) -> None:
        if self.wire:
            print(f"{direction} {text}")

    def stop(self) -> None:
        self.process.stdin.close()
        self.process.wait(TIMEOUT)


class StdioPeer(Peer):
    def __init__(self, command: list[str], wire: bool) -> None:
        super().__init__([*command, "stdio"], wire)
        self._write = threading.Lock()
        self._waiting: dict[int, queue.Queue[Json]] = {}
        threading.Thread(target=self._read, daemon=True).start()

    def exchange(self, message: Json) -> list[Json]:
        answers: queue.Queue[Json] = queue.Queue()
        self._waiting[message["id"]] = answers
        line = json.dumps(message)
        self.show(">", line)
        with self._write:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        received = [answers.get(timeout=TIMEOUT)]
        while "id" not in received[-1]:
            received.append(answers.get(timeout=TIMEOUT))
        return received

    def _read(self) -> None:
        for line in self.process.stdout:
            self.show("<", repr(line.decode())[1:-1])
            message = json.loads(line)
            # The progress token of a request is its id here.
            to = message["id"] if "id" in message else message["params"]["progressToken"]
            self._waiting[to].put(message)
        for answers in self._waiting.values():
            answers.put({"id": None, "error": {"message": "the server ended"}})


class HttpPeer(Peer):
    def __init__(self, command: list[str], wire: bool, mode: str) -> None:
        super().__init__([*command, "http", mode], wire)
        self._url = urllib.parse.urlsplit(self.process.stdout.readline().decode().strip())

    def exchange(self, message: Json) -> list[Json]:
        method, params = message["method"], message["params"]
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": params["_meta"]["io.modelcontextprotocol/protocolVersion"],
            "Mcp-Method": method,
        }
        if method in NAMED:
            headers["Mcp-Name"] = params[NAMED[method]]
        _, _, answers = self.post(json.dumps(message), headers)
        return answers

    def post(self, body: str, headers: dict[str, str]) -> tuple[int, str, list[Json]]:
        self.show(">", f"POST {self._url.path} {json.dumps(headers)}")
        self.show(">", body)
        connection = http.client.HTTPConnection(self._url.hostname, self._url.port, timeout=TIMEOUT)
        connection.request("POST", self._url.path, body, headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        self.show("<", f"{response.status} {json.dumps(dict(response.getheaders()))}")
        self.show("<", repr(text)[1:-1])
        kind = response.headers.get_content_type()
        if kind == "text/event-stream":
            # A line break is CRLF or LF and nothing else, so not what `splitlines` takes for one.
            lines = text.replace("\r\n", "\n").split("\n")
            data = [line.removeprefix("data:") for line in lines if line.startswith("data:")]
            return response.status, kind, [json.loads(item) for item in data if item.strip()]
        return response.status, kind, [json.loads(text)] if text else []


def check(holds: bool, rule: str, found: Any) -> None:
    if not holds:
        raise AssertionError(f"{rule}: {json.dumps(found)}")


def tool(peer: Peer, name: str, arguments: Json, **options: Any) -> Json:
    return peer.call("tools/call", {"name": name, "arguments": arguments}, **options)


def asked(message: Json, *keys: str) -> str:
    """The request state of a result that asks for exactly `keys`."""
    result = message.get("result", {})
    check(result.get("resultType") == "input_required", "needs input", message)
    check(set(result.get("inputRequests", {})) == set(keys), f"asks for {keys}", message)
    return result["requestState"]


def structured(message: Json) -> Json:
    check(message.get("result", {}).get("resultType") == "complete", "is complete", message)
    return message["result"]["structuredContent"]


def refused(message: Json) -> None:
    """Refusals differ: the TypeScript SDK turns what a tool throws into a result."""
    check("error" in message or message["result"].get("isError") is True, "is refused", message)


def accept(**content: Any) -> Json:
    return {"action": "accept", "content": content}


def retry(peer: Peer, name: str, arguments: Json, state: str, **responses: Json) -> Json:
    params = {"name": name, "arguments": arguments, "requestState": state}
    if responses:
        params["inputResponses"] = responses
    return peer.call("tools/call", params)


def versions(peer: Peer) -> None:
    """Comes first: on stdio, the TypeScript SDK looks at the version of the opening request alone."""
    other = peer.call("server/discover", {}, **{"io.modelcontextprotocol/protocolVersion": "2026-01-01"})
    error = other.get("error", {})
    check(error.get("code") == -32022, "refuses a version that it does not speak", other)
    check(VERSION in error["data"]["supported"], "names the versions that it speaks", other)


def flows(peer: Peer) -> None:
    discovered = peer.call("server/discover", {})
    check(VERSION in discovered["result"]["supportedVersions"], "speaks the revision", discovered)
    cebu = {"destination": "Cebu"}

    for answer, outcome in [
        (accept(seat="14C"), {"booked": True, "destination": "Cebu", "seat": "14C"}),
        ({"action": "decline"}, {"booked": False, "reason": "declined"}),
        ({"action": "cancel"}, {"booked": False, "reason": "cancelled"}),
    ]:
        state = asked(tool(peer, "book_flight", cebu), "seat")
        booked = structured(retry(peer, "book_flight", cebu, state, seat=answer))
        check(booked == outcome, "books, or says why not", booked)

    state = asked(tool(peer, "plan_trip", cebu), "dates")
    dates = {"from": "2026-10-01", "until": "2026-10-09"}
    state = asked(retry(peer, "plan_trip", cebu, state, dates=accept(**dates)), "hotel")
    trip = structured(retry(peer, "plan_trip", cebu, state, hotel=accept(hotel="Old Mill")))
    check(trip == {"planned": True, **cebu, **dates, "hotel": "Old Mill"}, "plans the trip", trip)

    answers = {
        "budget": accept(amount=900),
        "slogan": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Row"}},
        "folders": {"roots": [{"uri": "file:///plans"}]},
    }
    state = asked(tool(peer, "team_offsite", {}), *answers)
    state = asked(retry(peer, "team_offsite", {}, state, budget=answers["budget"]), *answers)
    offsite = structured(retry(peer, "team_offsite", {}, state, **answers))
    check(offsite["slogan"] == "Row" and offsite["folders"] == ["file:///plans"], "plans the offsite", offsite)

    state = asked(tool(peer, "slow_report", {}))
    state = asked(retry(peer, "slow_report", {}, state))
    report = structured(retry(peer, "slow_report", {}, state))
    check(report == {"ready": True, "bookings": 1323}, "writes the report", report)

    state = asked(tool(peer, "connect_calendar", {}), "authorize")
    connected = structured(retry(peer, "connect_calendar", {}, state, authorize={"action": "accept"}))
    check(connected == {"connected": True}, "connects the calendar", connected)

    odd = {"n": 2, "f": 1.5, "text": "\u2028\u0001 \U0001f6eb", "deep": [[[{"": None}]]]}
    state = asked(tool(peer, "echo_arguments", odd), "confirm")
    echoed = structured(retry(peer, "echo_arguments", odd, state, confirm=accept(confirmed=True)))
    check(echoed["confirmed"] is True, "is confirmed", echoed)
    check(echoed["arguments"] == odd, "gives the arguments back", echoed)

    read: Json = {"uri": "file:///report.csv"}
    state = asked(peer.call("resources/read", read), "passphrase")
    wrong = {**read, "requestState": state, "inputResponses": {"passphrase": accept(passphrase="no")}}
    state = asked(peer.call("resources/read", wrong), "passphrase")
    right = {**read, "requestState": state, "inputResponses": {"passphrase": accept(passphrase="hunter2")}}
    csv = peer.call("resources/read", right)["result"]["contents"][0]
    check(csv["text"].startswith("month,bookings\n") and csv["mimeType"] == "text/csv", "reads the report", csv)
    declined = {**read, "requestState": state, "inputResponses": {"passphrase": {"action": "decline"}}}
    refused(peer.call("resources/read", declined))

    prompt: Json = {"name": "walkthrough", "arguments": {"audience": "pilots"}}
    state = asked(peer.call("prompts/get", prompt), "confirm_scope")
    for answer, text in [(accept(scope="full"), "Walk pilots"), ({"action": "decline"}, "Show pilots")]:
        answered = {**prompt, "requestState": state, "inputResponses": {"confirm_scope": answer}}
        message = peer.call("prompts/get", answered)["result"]["messages"][0]
        check(message["content"]["text"].startswith(text), "walks through", message)
    refused(peer.call("prompts/get", {**answered, "inputResponses": {"confirm_scope": {"action": "cancel"}}}))


def refusals(peer: Peer) -> None:
    cebu, seat = {"destination": "Cebu"}, accept(seat="14C")
    state = asked(tool(peer, "book_flight", cebu), "seat")
    middle = len(state) // 2
    altered = state[:middle] + ("A" if state[middle] != "A" else "B") + state[middle + 1 :]
    refused(retry(peer, "book_flight", cebu, altered, seat=seat))
    refused(retry(peer, "book_flight", {"destination": "Oslo"}, state, seat=seat))
    refused(retry(peer, "plan_trip", cebu, state, dates=seat))
    refused(peer.call("tools/call", {"name": "book_flight", "arguments": cebu, "inputResponses": {"seat": seat}}))
    refused(retry(peer, "book_flight", cebu, state, seat=accept(seat=14)))
    refused(tool(peer, "no_such_tool", {}))
    undeclared = tool(peer, "book_flight", cebu, capabilities={})
    check(undeclared.get("error", {}).get("code") == -32021, "names the missing capability", undeclared)


def progress(peer: Peer) -> None:
    params = {"name": "book_flight", "arguments": {"destination": "Cebu"}}
    token = peer.last_id + 1
    *notifications, response = peer.request("tools/call", params, progressToken=token)
    asked(response, "seat")
    check([n["params"]["progress"] for n in notifications] == [1], "reports progress", notifications)


def side_by_side(peer: Peer) -> None:
    orders: list[str] = []

    def join() -> None:
        orders.append(structured(tool(peer, "meet", {"table": "7"}))["order"])

    threads = [threading.Thread(target=join) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
    check(sorted(orders) == ["first", "second"], "two calls meet", orders)


def main() -> None:
    wire = "--wire" in sys.argv
    names = [name for name in sys.argv[1:] if name != "--wire"] or list(PEERS)
    passed = 0
    for name in names:
        modes = ["auto", "json", "sse"] if name == "typescript" else ["auto", "json"]
        for transport in ["stdio", *modes]:
            tests = [versions, flows, refusals, side_by_side]
            # An answer that is JSON alone has no room for notifications.
            if transport != "json":
                tests.append(progress)
            if transport == "stdio":
                peer: Peer = StdioPeer(PEERS[name], wire)
            else:
                peer = HttpPeer(PEERS[name], wire, transport)
            try:
                for test in tests:
                    test(peer)
                    passed += 1
                    print(f"ok {name} {'stdio' if transport == 'stdio' else f'http {transport}'} {test.__name__}")
            finally:
                peer.stop()
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
