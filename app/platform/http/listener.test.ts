import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Listener, listen } from "./listener.server";

let listener: Listener;
const requestedPaths: string[] = [];
const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true);
beforeAll(async () => {
  const fetch = (request: Request) => {
    requestedPaths.push(request.url);
    return new Response("fine");
  };
  const serveCached = (request: IncomingMessage, answer: ServerResponse) =>
    request.url === "/cached" && Boolean(answer.end("cached"));
  listener = await listen(fetch, { host: "127.0.0.1", port: 0 }, serveCached);
});
afterAll(async () => {
  logged.mockRestore();
  await listener.stop({ drainMs: 0, idleMs: 0, requestsMs: 0 });
});

/** Raw response to a request that no HTTP client would send. */
function send(line: string, host: string): Promise<string> {
  return sendBytes(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

function sendBytes(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    connect(listener.port, "127.0.0.1")
      .on("data", (bytes) => {
        answer += bytes;
      })
      .on("close", () => resolve(answer))
      // The server closed the connection; keep what it sent before.
      .on("error", (error: NodeJS.ErrnoException) =>
        ["EPIPE", "ECONNRESET"].includes(error.code ?? "") ? resolve(answer) : reject(error),
      )
      .end(bytes, "latin1");
  });
}

it.each(["/", "/cached"])("rejects a request for %s with two Host headers", async (path) => {
  logged.mockClear();
  const answer = await send(`GET ${path} HTTP/1.1`, "localhost\r\nHost: localhost");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"reason":"bad-address"');
  expect(requestedPaths).toEqual([]);
});

it("serves a cached response before calling fetch", async () => {
  expect(await send("GET /cached HTTP/1.1", "localhost")).toMatch(/\r\n\r\ncached$/);
  expect(requestedPaths).toEqual([]);
});

it.each([
  ["a backslash", "GET /services/..\\dashboard HTTP/1.1", "localhost"],
  ["an invalid host", "GET / HTTP/1.1", "a b"],
  ["a host with a path", "GET / HTTP/1.1", "localhost/evil"],
])("rejects a request with %s and logs it once", async (_case, line, host) => {
  logged.mockClear();
  const answer = await send(line, host);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"reason":"bad-address"');
  expect(answer).toContain("This web address is not valid");
  expect(logged).toHaveBeenCalledTimes(1);
  expect(requestedPaths).toEqual([]);
});

/** Bytes that a proxy may treat as a second request. */
const hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n";
const post = "POST /form HTTP/1.1\r\nHost: localhost\r\n";
const get = "GET /page HTTP/1.1\r\nHost: localhost\r\n";

it.each([
  [
    "Content-Length before Transfer-Encoding",
    `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "Transfer-Encoding before Content-Length",
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
  ],
  ["two Content-Length headers", `${post}Content-Length: 4\r\nContent-Length: 0\r\n\r\n`],
  ["two values in one Content-Length header", `${post}Content-Length: 4, 0\r\n\r\n`],
  ["a signed Content-Length", `${post}Content-Length: +0\r\n\r\n`],
  ["a negative Content-Length", `${post}Content-Length: -1\r\n\r\n`],
  ["a hexadecimal Content-Length", `${post}Content-Length: 0x0\r\n\r\n`],
  ["an invalid Transfer-Encoding", `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`],
  ["a repeated chunked encoding", `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
  ["a space before the colon", `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ["a folded header", `${get}A: b\r\n Host: evil.example\r\n\r\n`],
  ["line feeds without carriage returns", "GET /page HTTP/1.1\nHost: localhost\n\n"],
  ["a carriage return in a header", `${get}A: b\rHost: evil.example\r\n\r\n`],
  ["NUL in a header", `${get}A: b\0c\r\n\r\n`],
  ["an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
])("reads nothing after a request with %s", async (_case, bytes) => {
  requestedPaths.length = 0;
  const answer = await sendBytes(bytes + hidden);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(requestedPaths.filter((url) => url.endsWith("/hidden"))).toEqual([]);
});

it.each(["GET /page HTTP/1.1", "GET /page HTTP/1.0"])(
  "rejects a request without a valid Host: %s",
  async (line) => {
    requestedPaths.length = 0;
    expect(await sendBytes(`${line}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(requestedPaths).toEqual([]);
  },
);

it.each([
  ["no Host in HTTP/1.0", "GET /readyz HTTP/1.0\r\n\r\n", "/readyz"],
  ["no Host in HTTP/1.1", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", "/healthz"],
  ["an invalid Host", "GET /readyz/strict HTTP/1.0\r\nHost: a b\r\n\r\n", "/readyz/strict"],
  ["HAProxy's default check", "OPTIONS / HTTP/1.0\r\n\r\n", "/readyz"],
])("answers a health check with %s", async (_case, bytes, path) => {
  requestedPaths.length = 0;
  expect(await sendBytes(bytes)).toMatch(/^HTTP\/1\.1 200 /);
  expect(requestedPaths).toEqual([`http://localhost${path}`]);
});

it("rejects a health check with two Host headers", async () => {
  requestedPaths.length = 0;
  const answer = await send("GET /readyz HTTP/1.1", "localhost\r\nHost: localhost");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(requestedPaths).toEqual([]);
});

it("serves no stored page without a Host", async () => {
  expect(await sendBytes("GET /cached HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

it.each([
  ["a chunk without a valid length", "zz\r\n{}\r\n0\r\n\r\n"],
  ["a chunk of negative length", "-2\r\n{}\r\n0\r\n\r\n"],
  ["a chunk length that overflows", "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"],
  ["chunks with line feeds without carriage returns", "2\n{}\n0\n\n"],
  ["a long chunk extension", `2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
])("reads nothing after a body with %s", async (_case, body) => {
  requestedPaths.length = 0;
  const answer = await sendBytes(`${post}Transfer-Encoding: chunked\r\n\r\n${body}${hidden}`);
  expect(answer).not.toMatch(/HTTP\/1\.1 5/);
  expect(requestedPaths.filter((url) => url.endsWith("/hidden"))).toEqual([]);
});

it.each([
  ["one header of 2 MB", `A: ${"a".repeat(2_000_000)}\r\n`],
  ["3,000 small headers followed by another Host", `${"a:b\r\n".repeat(3_000)}Host: evil.example\r\n`],
])("rejects oversized headers: %s", async (_case, headers) => {
  requestedPaths.length = 0;
  expect(await sendBytes(`${get}${headers}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
  expect(requestedPaths).toEqual([]);
});

it("rejects an address of one megabyte", async () => {
  expect(await sendBytes(get.replace("/page", `/${"a".repeat(1_000_000)}`))).toMatch(/^HTTP\/1\.1 431 /);
});

it.each([
  ["two Host headers", "GET /cached HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"],
  ["two Host headers and a body", `${post}Host: localhost\r\nContent-Length: 2\r\n\r\n{}`],
  ["an invalid host", "GET /page HTTP/1.1\r\nHost: a b\r\n\r\n"],
  ["a backslash", "GET /services/..\\dashboard HTTP/1.1\r\nHost: localhost\r\n\r\n"],
])("closes the connection after a request with %s and ignores the next request", async (_case, bytes) => {
  requestedPaths.length = 0;
  const answer = await sendBytes(bytes + hidden + hidden);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(requestedPaths).toEqual([]);
});

it("answers pipelined requests in order", async () => {
  requestedPaths.length = 0;
  const pages = Array.from({ length: 200 }, (_, at) => `GET /${at} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const answer = await sendBytes(`${pages.join("")}${get}Connection: close\r\n\r\n`);
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(201);
  expect(requestedPaths).toEqual([
    ...pages.map((_, at) => `http://localhost/${at}`),
    "http://localhost/page",
  ]);
});
