import { type LookupAddress, lookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP } from "node:net";

/* SSRF protection: checks every resolved address and connects to a checked one instead of resolving again. */

/** Exceptions from the SSRF protection, for development and tests. */
export interface AllowedTargets {
  loopback: boolean;
}

export interface ExternalResponse {
  status: number;
  /** Header `Retry-After`. */
  retryAfter?: string;
  text: string;
}

const MAX_RESPONSE_BYTES = 1000;

/** IANA special-purpose address registry. */
const reservedNetworks = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  reservedNetworks.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  reservedNetworks.addSubnet(network, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const loopbackNetworks = new BlockList();
loopbackNetworks.addSubnet("127.0.0.0", 8, "ipv4");
loopbackNetworks.addAddress("::1", "ipv6");

/** Refuses IPv4-mapped IPv6 addresses. */
export function isAllowedTarget(address: string, { loopback }: AllowedTargets): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? "ipv4" : "ipv6";
  if (loopback && loopbackNetworks.check(address, kind)) return true;
  if (reservedNetworks.check(address, kind)) return false;
  return family === 4 || globalUnicast.check(address, "ipv6");
}

export function findUrlProblem(
  text: string,
  { loopback }: AllowedTargets,
): "unreadable" | "not-https" | "inside" | null {
  const url = URL.parse(text);
  if (!url?.hostname || url.username || url.password || !["http:", "https:"].includes(url.protocol))
    return "unreadable";
  const host = hostOf(url);
  const local = host === "localhost" || host.endsWith(".localhost");
  const here = local || (isIP(host) > 0 && loopbackNetworks.check(host, isIP(host) === 4 ? "ipv4" : "ipv6"));
  if (here) return loopback ? null : "inside";
  if (url.protocol !== "https:") return "not-https";
  return isIP(host) > 0 && !isAllowedTarget(host, { loopback }) ? "inside" : null;
}

/** Follows no redirects. Errors have messages for office users. */
export function postToExternal(
  address: string,
  {
    headers,
    body,
    timeoutMs,
    allowed,
  }: {
    headers: Record<string, string>;
    body: string | Uint8Array;
    timeoutMs: number;
    allowed: AllowedTargets;
  },
): Promise<ExternalResponse> {
  const wrong = findUrlProblem(address, allowed);
  if (wrong) return Promise.reject(new Error(`The address may not be called: ${wrong}`));
  const url = new URL(address);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: "POST",
      headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (name, options, callback) => {
        lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
          if (error) return callback(error, "", 0);
          if (!found.every(({ address }) => isAllowedTarget(address, allowed))) {
            return callback(new Error(`${name} leads into a private network`), "", 0);
          }
          if (options.all) callback(null, found);
          else callback(null, found[0]!.address, found[0]!.family);
        });
      },
    });
    request.on("error", (error) => {
      reject(
        error.name === "AbortError" || error.name === "TimeoutError"
          ? new Error(`No answer within ${timeoutMs / 1000} seconds`)
          : error,
      );
    });
    request.on("response", (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      const done = () => {
        const text = Buffer.concat(parts)
          .subarray(0, MAX_RESPONSE_BYTES)
          .toString("utf8")
          .replaceAll("\0", "");
        const { "retry-after": retryAfter } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          ...(retryAfter && { retryAfter }),
          text: text.slice(0, MAX_RESPONSE_BYTES),
        });
      };
      response.on("data", (part: Buffer) => {
        parts.push(part);
        size += part.length;
        if (size < MAX_RESPONSE_BYTES) return;
        done();
        request.destroy();
      });
      response.on("end", done);
      response.on("error", reject);
    });
    request.end(body);
  });
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}
