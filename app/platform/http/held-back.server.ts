import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "./api.server";
import { clientAddressOf, clientNetwork } from "./client-address.server";

/** An address that leads to no page costs as much as so many calls. */
const CALLS_A_MISS = 5;
/** Seconds' worth that may come at once. */
const SECONDS_AT_ONCE = 2;
const LEAST_AT_ONCE = 40;
const MOST_WAIT_MS = 10_000;
/** Beyond, it would be the waiting that costs. */
const MOST_WAITING = 5_000;
const MOST_NETWORKS = 10_000;

/**
 * Pages that are refused, not found, elsewhere, or the same at addresses without end are answered to one network in turn, a hundred a second with the usual
 * `CLIENT_RATE_LIMIT`, and those beyond later: whoever asks for addresses without end on some connections waits, instead of
 * keeping the process from answering others. Pages that there are never wait.
 */
export function heldBack(config: { clientRateLimit: number; trustProxy: number }): MiddlewareHandler<ApiEnv> {
  const delayOf = delays(config.clientRateLimit);
  let waiting = 0;
  return async (c, next) => {
    await next();
    const { status } = c.res;
    const isPage = (status < 300 || status === 304) && !c.get("endless");
    if (isPage || c.req.path.startsWith("/api/") || waiting >= MOST_WAITING) return;
    const ms = delayOf(clientNetwork(clientAddressOf(c, config.trustProxy)));
    if (ms <= 0) return;
    waiting++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    waiting--;
  };
}

/** Tells for how many milliseconds the next answer to a network is held back. */
export function delays(callsPerMinute: number): (network: string) => number {
  const turnMs = (60_000 / callsPerMinute) * CALLS_A_MISS;
  const freeMs = Math.max(LEAST_AT_ONCE * turnMs, SECONDS_AT_ONCE * 1000);
  /** When the next turn of a network would be, had it never been given more than one at once. */
  const turns = new Map<string, number>();
  return (network) => {
    const now = performance.now();
    if (turns.size > MOST_NETWORKS) {
      for (const [known, turn] of turns) if (turn <= now) turns.delete(known);
    }
    const turn = Math.max(turns.get(network) ?? now, now) + turnMs;
    turns.set(network, Math.min(turn, now + freeMs + MOST_WAIT_MS));
    return Math.min(turn - now - freeMs, MOST_WAIT_MS);
  };
}
