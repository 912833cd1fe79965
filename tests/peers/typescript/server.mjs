// Serves the demo flows with the official TypeScript SDK: `node server.mjs stdio` or `node server.mjs http [auto|json|sse]`.

import { createServer } from "node:http";

import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { demoServer } from "./demo.mjs";

const [transport, responseMode = "auto"] = process.argv.slice(2);

// What the SDK refuses is reported here and not on the wire, where it would help to forge a request state.
const onerror = (error) => console.error(error.message);

switch (transport) {
  case "stdio":
    serveStdio(() => demoServer(onerror), { onerror });
    break;
  case "http":
    serveHttp();
    break;
  default:
    console.error("usage: node server.mjs stdio | http [auto|json|sse]");
    process.exit(2);
}

function serveHttp() {
  const handle = toNodeHandler(createMcpHandler(() => demoServer(onerror), { onerror, responseMode }));
  const isHostAllowed = localhostHostValidation();
  const isOriginAllowed = localhostOriginValidation();
  const listener = createServer((request, response) => {
    if (isHostAllowed(request, response) && isOriginAllowed(request, response)) {
      void handle(request, response);
    }
  });
  listener.listen(0, "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${listener.address().port}/mcp`);
  });
  // The end of standard input stops the server, so that it does not outlive the program that started it.
  process.stdin.on("end", () => process.exit(0)).resume();
}
