import { createServer as createHttpServer, IncomingMessage, type ServerResponse } from "node:http";
import { createServer, Server as NetServer, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { m } from "~/paraglide/messages";
import { ConfigError } from "../config.server";
import { DEFAULT_LOCALE } from "../locale/locale";
import { inLocale } from "../locale/locale.server";
import { log } from "../log.server";

/** Where requests come in, and how that ends without one being lost (docs/operations.md, "Several machines"). */
export interface Listener {
  port: number;
  /**
   * From now on each answer says `Connection: close`. After `drainMs` no new connection is taken; requests under way end, and
   * a connection that may still bring one is kept for `idleMs`. What is left after `requestsMs` is cut.
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

type SendKept = (request: IncomingMessage, answer: ServerResponse) => boolean | Promise<boolean>;
type Fetch = Parameters<typeof getRequestListener>[0];

const SWEEP_MS = 50;

/** Throws a ConfigError when the address cannot be had. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer();
  await open(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}

/**
 * Throws a ConfigError when the address cannot be had. `sendKept`: asked before anything is made of a request; false, with
 * nothing sent, leaves it to `fetch`.
 */
export async function listen(fetch: Fetch, address: Address, sendKept?: SendKept): Promise<Listener> {
  const answer: Fetch = (request, env) => {
    const incoming = "incoming" in env ? env.incoming : null;
    const isPlain = incoming instanceof IncomingMessage ? namesOneHost(incoming) : true;
    return isPlain ? fetch(request, env) : answerUnread(new RequestError("More than one Host"));
  };
  const inFull = getRequestListener(answer, { errorHandler: answerUnread });
  const server = createHttpServer((request, answer) => {
    const sent = sendKept && namesOneHost(request) ? sendKept(request, answer) : false;
    if (sent === true) return;
    const answerInFull = () => inFull(request, answer);
    if (sent) sent.then((isSent) => (isSent ? undefined : answerInFull()), answerInFull);
    else answerInFull();
  });
  /** Each with when its last answer ended. */
  const sockets = new Map<Socket, number>();
  const answers = new Set<ServerResponse>();
  let stopping = false;

  server.on("connection", (socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_request, answer) => {
    if (stopping) answer.setHeader("Connection", "close");
    answers.add(answer);
    answer.once("close", noteEnd);
  });
  function noteEnd(this: ServerResponse): void {
    answers.delete(this);
    const { socket } = this.req;
    if (sockets.has(socket)) sockets.set(socket, performance.now());
  }
  const port = await open(server, address);

  return {
    port,
    async stop({ drainMs, idleMs, requestsMs }) {
      stopping = true;
      for (const answer of answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
      await new Promise((resolve) => setTimeout(resolve, drainMs));
      await quietMoment();
      // Not HTTP's own, which also cuts idle connections: a request may be on its way on one.
      NetServer.prototype.close.call(server);
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

/** Node reads the first Host; whoever stands in front may have judged by another (RFC 9112, 3.2). */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts < 2;
}

/** What never became a request that anything of ours was asked: a backslash in its path, a Host that is none. */
function answerUnread(error: unknown): Response {
  const isTheirs = error instanceof RequestError;
  if (isTheirs) log.info("A request that cannot be read was refused", { reason: error.message });
  else log.error("A request failed", { error });
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  return inLocale(DEFAULT_LOCALE, () =>
    isTheirs
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

/** Returns the port, which is the system's choice where 0 was asked for. */
async function open(server: NetServer, { port, host }: Address): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(refusalOf(error, { port, host })));
    server.listen(port, host, resolve);
  });
  const opened = server.address();
  return typeof opened === "object" && opened ? opened.port : port;
}

function refusalOf({ code, message }: NodeJS.ErrnoException, { port, host }: Address): ConfigError {
  switch (code) {
    case "EADDRINUSE":
      return new ConfigError(
        `PORT ${port} is taken on ${host} by another program: stop it, or set another PORT`,
      );
    case "EACCES":
      return new ConfigError(`PORT ${port} may not be used by this account: set one from 1024 on`);
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "EAI_AGAIN":
    case "EINVAL":
    case "ENOTFOUND":
      return new ConfigError(`HOST ${host} is no address of this machine (${code})`);
    default:
      return new ConfigError(`HOST ${host}, PORT ${port}: cannot listen there (${message})`);
  }
}

/**
 * What has connected but was not taken yet when the listening ends is reset. So it ends right after a round of the event loop in
 * which next to nothing happened: then nobody waits.
 */
async function quietMoment(): Promise<void> {
  for (const end = performance.now() + 1_000; performance.now() < end; ) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - began < 0.5) return;
  }
}
