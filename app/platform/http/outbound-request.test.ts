import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findUrlProblem, isAllowedTarget, postToExternal } from "./outbound-request.server";

const allowed = { loopback: false };
const here = { loopback: true };

describe("isAllowedTarget", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::a00:1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "ff02::1",
    "2001:db8::1",
    "2002:a00:1::",
    "example.com",
    "",
  ])("refuses the address %j", (address) => {
    expect(isAllowedTarget(address, allowed)).toBe(false);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.63.255.255", "2606:4700::1111"])(
    "allows the address %s",
    (address) => {
      expect(isAllowedTarget(address, allowed)).toBe(true);
    },
  );

  it("allows loopback only if configured", () => {
    expect(isAllowedTarget("127.0.0.1", here)).toBe(true);
    expect(isAllowedTarget("::1", here)).toBe(true);
    expect(isAllowedTarget("10.0.0.1", here)).toBe(false);
  });
});

describe("findUrlProblem", () => {
  it.each([
    ["https://example.com/hooks", null],
    ["https://8.8.8.8/", null],
    ["http://example.com/", "not-https"],
    ["ftp://example.com/", "unreadable"],
    ["https://user:password@example.com/", "unreadable"],
    ["example.com", "unreadable"],
    ["https://localhost/", "inside"],
    ["https://LOCALHOST./", "inside"],
    ["https://me.localhost/", "inside"],
    ["https://127.1/", "inside"],
    ["https://0x7f000001/", "inside"],
    ["https://2130706433/", "inside"],
    ["https://[::1]/", "inside"],
    ["https://[::ffff:127.0.0.1]/", "inside"],
    ["https://10.0.0.1/", "inside"],
  ])("returns the problem of the URL %s: %s", (address, wrong) => {
    expect(findUrlProblem(address, allowed)).toBe(wrong);
  });
});

describe("postToExternal", () => {
  let server: Server;
  let port: number;
  let requestCount = 0;
  let answer: (path: string) => { status: number; headers?: Record<string, string>; body: string } | null;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requestCount++;
      const prepared = answer(request.url ?? "");
      if (prepared) response.writeHead(prepared.status, prepared.headers).end(prepared.body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = (host: string, more = {}) =>
    postToExternal(`http://${host}:${port}/hook`, {
      headers: {},
      body: "{}",
      timeoutMs: 5000,
      allowed: here,
      ...more,
    });

  it("returns the first bytes of the response and stops reading", async () => {
    answer = () => ({ status: 200, body: "a".repeat(5_000_000) });
    expect(await call("127.0.0.1")).toEqual({ status: 200, text: "a".repeat(1000) });
  });

  it("follows no redirect", async () => {
    requestCount = 0;
    answer = () => ({ status: 302, headers: { Location: "/elsewhere" }, body: "" });
    expect((await call("localhost")).status).toBe(302);
    expect(requestCount).toBe(1);
  });

  it("checks the resolved addresses of a name", async () => {
    requestCount = 0;
    answer = () => ({ status: 200, body: "" });
    // The name resolves to this machine, which is not allowed.
    await expect(call("127.0.0.1", { allowed })).rejects.toThrow(/may not be called/);
    await expect(
      postToExternal(`https://localhost.localdomain:${port}/`, {
        headers: {},
        body: "",
        timeoutMs: 5000,
        allowed,
      }),
    ).rejects.toThrow(/private network|ENOTFOUND|EAI_AGAIN/);
    expect(requestCount).toBe(0);
  });

  it("gives up after the timeout", async () => {
    answer = () => null;
    await expect(call("127.0.0.1", { timeoutMs: 200 })).rejects.toThrow("No answer within 0.2 seconds");
  });
});
