import { Hono } from "hono";
import { expect, it } from "vitest";
import { clientAddressOf, clientNetwork, clientRange } from "./client-address.server";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:0DB8:0000:0007::1", "2001:db8:0:7::/64"],
  ["2001:db8::7:1:2:3:4", "2001:db8:0:7::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("clientNetwork maps %s to %s", (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

it.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:0:7:1:2:3:4", "2001:db8:0:7::/64"],
  [undefined, "unknown"],
])("clientRange maps %s to %s", (address, range) => {
  expect(clientRange(address)).toBe(range);
});

const SOCKET = "198.51.100.1";

async function addressBehind(proxies: number, forwarded?: string, socket = SOCKET) {
  const app = new Hono().get("*", (c) => c.text(String(clientAddressOf(c, proxies))));
  const headers: Record<string, string> = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
  const answer = await app.request("/", { headers }, { incoming: { socket: { remoteAddress: socket } } });
  return answer.text();
}

it.each<[string, number, string | undefined, string]>([
  ["no proxy is trusted: the connection's own", 0, "203.0.113.9", SOCKET],
  ["no proxy is trusted, and many are named", 0, "203.0.113.9, 10.0.0.1, 127.0.0.1", SOCKET],
  ["one writes what it saw", 1, "203.0.113.9", "203.0.113.9"],
  ["what the client wrote itself stands further left", 1, "10.1.1.1, 127.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["of two the outer one counts", 2, "10.1.1.1, 203.0.113.9, 192.0.2.1", "203.0.113.9"],
  ["fewer than there should be: somebody came round the outer one", 2, "203.0.113.9", SOCKET],
  ["nothing is named", 1, undefined, SOCKET],
  ["nothing in it", 1, "", SOCKET],
  ["no address", 1, "localhost", SOCKET],
  ["no address last", 1, "203.0.113.9, unknown", SOCKET],
  ["an address with more behind it", 1, "203.0.113.9:4711", SOCKET],
  ["a number that other readers take for an address", 1, "0xcb007109", SOCKET],
  ["an address in octal", 1, "0313.0.0161.011", SOCKET],
  ["an old address in a new one", 1, "::ffff:203.0.113.9", "203.0.113.9"],
  ["1,000 of them", 1, `${"10.0.0.1,".repeat(1_000)}203.0.113.9`, "203.0.113.9"],
])("clientAddressOf trusts only known proxies: %s", async (_, proxies, forwarded, address) => {
  expect(await addressBehind(proxies, forwarded)).toBe(address);
});

it("clientAddressOf returns the same address over IPv4 and IPv6 sockets", async () => {
  expect(await addressBehind(0, undefined, "::ffff:203.0.113.9")).toBe("203.0.113.9");
});
