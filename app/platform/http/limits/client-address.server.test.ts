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
  ["without trusted proxies, returns the socket address", 0, "203.0.113.9", SOCKET],
  ["without trusted proxies, ignores several entries", 0, "203.0.113.9, 10.0.0.1, 127.0.0.1", SOCKET],
  ["one proxy, one entry", 1, "203.0.113.9", "203.0.113.9"],
  ["one proxy, forged entries on the left", 1, "10.1.1.1, 127.0.0.1, 203.0.113.9", "203.0.113.9"],
  ["two proxies, entry of the outer one", 2, "10.1.1.1, 203.0.113.9, 192.0.2.1", "203.0.113.9"],
  ["two proxies, but one entry: the outer proxy was bypassed", 2, "203.0.113.9", SOCKET],
  ["one proxy, no header", 1, undefined, SOCKET],
  ["one proxy, empty header", 1, "", SOCKET],
  ["one proxy, a host name", 1, "localhost", SOCKET],
  ["one proxy, an invalid last entry", 1, "203.0.113.9, unknown", SOCKET],
  ["one proxy, an address with a port", 1, "203.0.113.9:4711", SOCKET],
  ["one proxy, a hexadecimal address", 1, "0xcb007109", SOCKET],
  ["one proxy, an octal address", 1, "0313.0.0161.011", SOCKET],
  ["one proxy, an IPv4-mapped IPv6 address", 1, "::ffff:203.0.113.9", "203.0.113.9"],
  ["one proxy, 1,000 forged entries", 1, `${"10.0.0.1,".repeat(1_000)}203.0.113.9`, "203.0.113.9"],
])("clientAddressOf trusts only known proxies: %s", async (_, proxies, forwarded, address) => {
  expect(await addressBehind(proxies, forwarded)).toBe(address);
});

it("clientAddressOf returns the same address over IPv4 and IPv6 sockets", async () => {
  expect(await addressBehind(0, undefined, "::ffff:203.0.113.9")).toBe("203.0.113.9");
});
