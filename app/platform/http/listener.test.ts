import { connect } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Listener, listen } from "./listener.server";

let listener: Listener;
const asked: string[] = [];
const logged = vi.spyOn(process.stdout, "write").mockReturnValue(true);
beforeAll(async () => {
  const fetch = (request: Request) => {
    asked.push(request.url);
    return new Response("fine");
  };
  listener = await listen(fetch, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  logged.mockRestore();
  await listener.stop({ drainMs: 0, idleMs: 0, requestsMs: 0 });
});

/** The whole answer to what no HTTP client of ours would send. */
function send(line: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    connect(listener.port, "127.0.0.1")
      .on("data", (bytes) => {
        answer += bytes;
      })
      .on("end", () => resolve(answer))
      .on("error", reject)
      .end(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

it("answers a request that names two hosts by 400: whoever stands in front may have read the other one", async () => {
  logged.mockClear();
  const answer = await send("GET / HTTP/1.1", "localhost\r\nHost: localhost");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"reason":"bad-address"');
  expect(asked).toEqual([]);
});

it.each([
  ["a backslash", "GET /services/..\\dashboard HTTP/1.1", "localhost"],
  ["a host that is none", "GET / HTTP/1.1", "a b"],
  ["a host with a path", "GET / HTTP/1.1", "localhost/evil"],
])("answers a request line with %s by 400 in words, and logs it once", async (_what, line, host) => {
  logged.mockClear();
  const answer = await send(line, host);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"reason":"bad-address"');
  expect(answer).toContain("This address has characters");
  expect(logged).toHaveBeenCalledTimes(1);
  expect(asked).toEqual([]);
});
