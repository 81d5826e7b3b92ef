import { isIP } from "node:net";
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
