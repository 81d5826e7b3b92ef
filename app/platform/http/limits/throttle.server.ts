import type { MiddlewareHandler } from "hono";
import { type Actor, userIdOf } from "../../auth/actor";
import type { ApiEnv } from "../api.server";
import { clientAddressOf, clientNetwork } from "./client-address.server";

/** An answer that is given in turn costs as much as so many calls. */
const CALLS_PER_SLOT = 5;
/** Seconds' worth that may come at once. */
const BURST_SECONDS = 2;
const MIN_CONCURRENT = 40;
const MAX_WAIT_MS = 10_000;
/** Beyond, it would be the waiting that costs. */
const MAX_WAITING = 5_000;
const MAX_NETWORKS = 10_000;

/**
 * What addresses without end can be asked for is answered in turn, a hundred a second with the usual `CLIENT_RATE_LIMIT`, and what is
 * beyond later: whoever asks for it on some connections waits, instead of keeping the process from answering others. Such are
 * pages that are refused, not found, elsewhere, or the same at addresses without end, counted by network; and calls of strangers
 * and customers, counted by network and by person. Pages that there are, and calls of the business's own people, never wait.
 */
export function throttle(config: { clientRateLimit: number; trustProxy: number }): MiddlewareHandler<ApiEnv> {
  const delayOf = createDelayFor(config.clientRateLimit);
  let waiting = 0;
  return async (c, next) => {
    await next();
    const { status } = c.res;
    const isPage = (status < 300 || status === 304) && !c.get("endless");
    const isCall = c.req.path.startsWith("/api/");
    const person = isCall ? personOf(c.get("ctx")?.actor) : null;
    if ((isCall ? person?.isOurs : isPage) || waiting >= MAX_WAITING) return;
    const ms = delayOf(person?.userId ?? clientNetwork(clientAddressOf(c, config.trustProxy)));
    if (ms <= 0) return;
    waiting++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    waiting--;
  };
}

/** Null: a stranger. */
function personOf(actor: Actor | undefined): { userId: string; isOurs: boolean } | null {
  const userId = actor && userIdOf(actor);
  return userId ? { userId, isOurs: actor.role !== "customer" } : null;
}

/** Tells for how many milliseconds the next answer to a network, or a person, is held back. */
export function createDelayFor(callsPerMinute: number): (network: string) => number {
  const turnMs = (60_000 / callsPerMinute) * CALLS_PER_SLOT;
  const freeMs = Math.max(MIN_CONCURRENT * turnMs, BURST_SECONDS * 1000);
  /** When the next turn of a network would be, had it never been given more than one at once. */
  const turns = new Map<string, number>();
  return (network) => {
    const now = performance.now();
    if (turns.size > MAX_NETWORKS) {
      for (const [known, turn] of turns) if (turn <= now) turns.delete(known);
    }
    const turn = Math.max(turns.get(network) ?? now, now) + turnMs;
    turns.set(network, Math.min(turn, now + freeMs + MAX_WAIT_MS));
    return Math.min(turn - now - freeMs, MAX_WAIT_MS);
  };
}
