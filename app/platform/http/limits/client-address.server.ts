import { isIP, isIPv4, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * Client address: that of the connection, or behind `trustedProxies` proxies the entry of X-Forwarded-For
 * written by the outermost of them. Entries to its left can be forged. Undefined without a connection, as in
 * tests.
 */
export function clientAddressOf(c: Context, trustedProxies: number): string | undefined {
  if (trustedProxies > 0) {
    const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-trustedProxies)?.trim();
    if (forwarded && isIP(forwarded)) return plainIp(forwarded);
  }
  const address = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return address && plainIp(address);
}

/** Unwraps IPv4-mapped IPv6 addresses (`::ffff:192.0.2.1`). */
function plainIp(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * Key for limits per client: the IPv4 address, or the /64 of an IPv6 address, because one client controls the
 * whole /64. "unknown" without an address.
 */
export function clientNetwork(address: string | undefined): string {
  if (!address) return "unknown";
  if (!isIPv6(address)) return address;
  const groups = (text = "") => (text === "" ? [] : text.split(":"));
  const [before, after] = address.replace(/%.*/, "").split("::").map(groups);
  const zeros = after ? Array(8 - before!.length - after.length).fill("0") : [];
  const network = [...before!, ...zeros, ...(after ?? [])].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Key for limits where new addresses are cheap: the /24 of an IPv4 address, otherwise like `clientNetwork`.
 */
export function clientRange(address: string | undefined): string {
  const network = clientNetwork(address);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
