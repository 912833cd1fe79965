"""Serves the demo flows with the official Python SDK: `server.py stdio` or `server.py http [auto|json]`."""

import socket
import sys
import threading

import uvicorn

from demo import server


def serve_http(json_response: bool) -> None:
    app = server.streamable_http_app(json_response=json_response, stateless_http=True)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    # Listening before the URL is printed: a client may connect as soon as it has read the line.
    listener.listen()
    uvicorn_server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))

    def stop_with_stdin() -> None:
        """Keeps the server from outliving the program that started it."""
        sys.stdin.buffer.read()
        uvicorn_server.should_exit = True
        uvicorn_server.force_exit = True

    threading.Thread(target=stop_with_stdin, daemon=True).start()
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    uvicorn_server.run(sockets=[listener])


def main() -> None:
    match sys.argv[1:]:
        case ["stdio"]:
            server.run("stdio")
        case ["http"] | ["http", "auto"]:
            serve_http(json_response=False)
        case ["http", "json"]:
            serve_http(json_response=True)
        case _:
            sys.exit("usage: server.py stdio | http [auto|json]")


if __name__ == "__main__":
    main()
