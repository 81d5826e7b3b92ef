import { isIP, isIPv4, isIPv6 } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/**
 * Behind proxies, uses the X-Forwarded-For entry of the outermost trusted one, because entries to its left
 * can be forged.
 */
export function clientAddressOf(c: Context, trustedProxies: number): string | undefined {
  if (trustedProxies > 0) {
    const forwarded = c.req.header("x-forwarded-for")?.split(",").at(-trustedProxies)?.trim();
    if (forwarded && isIP(forwarded)) return plainIp(forwarded);
  }
  const address = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
  return address && plainIp(address);
}

/** Unwraps IPv4-mapped addresses (`::ffff:192.0.2.1`). */
function plainIp(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** Limits a client by the /64 of its IPv6 address, because one client controls all of it. */
export function clientNetwork(address: string | undefined): string {
  if (!address) return "unknown";
  if (!isIPv6(address)) return address;
  const groups = (text = "") => (text === "" ? [] : text.split(":"));
  const [before, after] = address.replace(/%.*/, "").split("::").map(groups);
  const zeros = after ? Array(8 - before!.length - after.length).fill("0") : [];
  const network = [...before!, ...zeros, ...(after ?? [])].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** Networks whose limits a whole IPv6 site has. */
export const NETWORKS_OF_SITE = 4;

/**
 * First 48 bits of an IPv6 network, with a colon at the end: providers give a site up to a /48, which has 65,536
 * networks. Null for IPv4. `network`: of `clientNetwork` or `clientRange`.
 */
export function siteOfNetwork(network: string): string | null {
  return network.endsWith("::/64") ? `${network.split(":", 3).join(":")}:` : null;
}

/** Groups by the /24 of an IPv4 address where new addresses are cheap. */
export function clientRange(address: string | undefined): string {
  const network = clientNetwork(address);
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf("."))}.0/24` : network;
}
