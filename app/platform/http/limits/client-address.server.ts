import { isIP, isIPv4, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * The address that a request comes from: the connection's own, or, behind `trustedProxies` proxies, what the outermost
 * of them wrote into X-Forwarded-For. What stands further left there was written by the client and proves nothing.
 * Undefined when there is no connection, as in a test.
 */
export function clientAddressOf(c: Context, trustedProxies: number): string | undefined {
  if (trustedProxies > 0) {
    const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-trustedProxies)?.trim();
    if (forwarded && isIP(forwarded)) return plainIp(forwarded);
  }
  const address = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return address && plainIp(address);
}

/** An IPv4 address that arrived over an IPv6 socket (`::ffff:192.0.2.1`) is written as what it is. */
function plainIp(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/**
 * What one client is counted by: the address, or of an IPv6 address its /64, as whoever has one has all 2⁶⁴ of them. The
 * same for all whose address is not known.
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
 * What neighbours are counted by together, where a new address costs nothing: of an IPv4 address its /24, else as
 * `clientNetwork`.
 */
export function clientRange(address: string | undefined): string {
  const network = clientNetwork(address);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
