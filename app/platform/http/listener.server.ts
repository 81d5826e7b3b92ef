import { createServer as createHttpServer, IncomingMessage, type ServerResponse } from "node:http";
import { createServer, Server as NetServer, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { m } from "~/paraglide/messages";
import { ConfigError } from "../config.server";
import { DEFAULT_LOCALE } from "../locale/locale";
import { inLocale } from "../locale/locale.server";
import { log } from "../log.server";

/** Graceful shutdown: docs/operations.md, "Several machines". */
export interface Listener {
  port: number;
  /**
   * Accepts connections for another `drainMs`, keeps idle ones for `idleMs`, and closes the rest after
   * `requestsMs`.
   */
  stop(times: StopTimes): Promise<void>;
}

export interface StopTimes {
  drainMs: number;
  idleMs: number;
  requestsMs: number;
}

interface Address {
  port: number;
  host: string;
}

type ServeCached = (request: IncomingMessage, answer: ServerResponse) => boolean | Promise<boolean>;
type Fetch = Parameters<typeof getRequestListener>[0];

const SWEEP_MS = 50;
/** Balancers check them with any Host or none, and have no other access. */
const HEALTH_PATHS = ["/healthz", "/readyz", "/readyz/strict"];

export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Throws a ConfigError if the address is not available. `serveCached` runs first; if it returns false,
 * `fetch` handles the request.
 */
export async function listen(fetch: Fetch, address: Address, serveCached?: ServeCached): Promise<Listener> {
  const answer: Fetch = (request, env) => {
    const incoming = "incoming" in env ? env.incoming : null;
    const isPlain = incoming instanceof IncomingMessage ? countHosts(incoming) < 2 : true;
    return isPlain ? fetch(request, env) : respondMalformed(new RequestError("More than one Host"));
  };
  /** Their further requests are ignored, because a proxy may have read the malformed one differently. */
  const malformedSockets = new WeakSet<Socket>();
  let readFrom: Socket | undefined;
  const handleFully = getRequestListener(answer, {
    errorHandler: (error) => {
      if (error instanceof RequestError && readFrom) malformedSockets.add(readFrom);
      return respondMalformed(error);
    },
  });
  // Requests without a Host arrive here too, because health checks need none. Others are refused below.
  const server = createHttpServer({ requireHostHeader: false }, (request, answer) => {
    if (malformedSockets.has(request.socket)) return;
    const hosts = countHosts(request);
    if (hosts > 1) malformedSockets.add(request.socket);
    const sent = serveCached && hosts === 1 ? serveCached(request, answer) : false;
    if (hosts < 2) admitHealthCheck(request);
    if (sent === true) return;
    const handleRequest = () => {
      // The listener reads the head of the request before it returns.
      readFrom = request.socket;
      handleFully(request, answer);
      readFrom = undefined;
    };
    if (sent) sent.then((isSent) => (isSent ? undefined : handleRequest()), handleRequest);
    else handleRequest();
  });
  const sockets = new Map<Socket, number>();
  const answers = new Set<ServerResponse>();
  let stopping = false;

  server.on("connection", (socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (request, answer) => {
    if (malformedSockets.has(request.socket)) return;
    if (stopping) answer.setHeader("Connection", "close");
    answers.add(answer);
    answer.once("close", recordEnd);
  });
  function recordEnd(this: ServerResponse): void {
    answers.delete(this);
    const { socket } = this.req;
    if (sockets.has(socket)) sockets.set(socket, performance.now());
  }
  function announceStop(): void {
    stopping = true;
    for (const answer of answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
  }
  const port = await open(server, address);

  return {
    port,
    async stop({ drainMs, idleMs, requestsMs }) {
      if (drainMs > 0) {
        announceStop();
        await new Promise((resolve) => setTimeout(resolve, drainMs));
      }
      await waitForIdleLoop();
      // Avoids HTTP's `close`, which cuts idle connections with a request in transit.
      NetServer.prototype.close.call(server);
      // Without a drain only now: clients sent away earlier would open connections while the port closes, and
      // the kernel resets those that are not accepted yet.
      announceStop();
      const end = performance.now() + requestsMs;
      while (sockets.size > 0) {
        const now = performance.now();
        const busy = new Set([...answers].map(({ req }) => req.socket));
        for (const [socket, quietSince] of sockets) {
          if (now >= end || (!busy.has(socket) && now - quietSince >= idleMs)) socket.destroy();
        }
        await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
      }
    },
  };
}

/** HAProxy's `option httpchk` without arguments sends `OPTIONS / HTTP/1.0`. */
function admitHealthCheck(request: IncomingMessage): void {
  const { method, httpVersion, headers } = request;
  if (method === "OPTIONS" && httpVersion === "1.0" && !headers.host && request.url === "/") {
    request.method = "GET";
    request.url = "/readyz";
  }
  if (HEALTH_PATHS.includes(request.url?.split("?", 1)[0] ?? "")) headers.host = "localhost";
}

/** Node uses the first Host header, but a proxy may have checked another (RFC 9112, 3.2). */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts;
}

function respondMalformed(error: unknown): Response {
  const isClientError = error instanceof RequestError;
  if (isClientError)
    log.info("request-malformed", "An unreadable request was refused", { reason: error.message });
  else log.error("connection-failed", "A request failed", { error });
  const headers = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(isClientError && { Connection: "close" }),
  };
  return inLocale(DEFAULT_LOCALE, () =>
    isClientError
      ? Response.json(
          { success: false, reason: "bad-address", message: m.common_error_bad_address() },
          { status: 400, headers },
        )
      : Response.json(
          { success: false, reason: "error", message: m.common_unexpected_answer() },
          { status: 500, headers },
        ),
  );
}

async function open(server: NetServer, { port, host }: Address): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, { port, host })));
    server.listen(port, host, resolve);
  });
  const opened = server.address();
  return typeof opened === "object" && opened ? opened.port : port;
}

function listenError({ code, message }: NodeJS.ErrnoException, { port, host }: Address): ConfigError {
  switch (code) {
    case "EADDRINUSE":
      return new ConfigError(
        `PORT ${port} is in use on ${host} by another program: stop it, or set another PORT`,
      );
    case "EACCES":
      return new ConfigError(`PORT ${port} cannot be used by this account: set 1024 or higher`);
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EAI_AGAIN":
    case "EINVAL":
    case "ENOTFOUND":
      return new ConfigError(`HOST ${host} is not an address of this machine (${code})`);
    default:
      return new ConfigError(`Cannot listen on HOST ${host}, PORT ${port} (${message})`);
  }
}

/** Waits for an idle event loop, because closing resets connections that are not accepted yet. */
async function waitForIdleLoop(): Promise<void> {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    const startedAt = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - startedAt < 0.5) return;
  }
}
