import type { MiddlewareHandler } from "hono";
import { type Actor, userIdOf } from "../../auth/actor";
import type { ApiEnv } from "../api.server";
import { clientAddressOf, clientNetwork } from "./client-address.server";

const CALLS_PER_SLOT = 5;
const BURST_SECONDS = 2;
const MIN_CONCURRENT = 40;
const MAX_WAIT_MS = 10_000;
/** More waiting responses would exhaust the process. */
const MAX_WAITING = 5_000;
const MAX_NETWORKS = 10_000;

/**
 * Delays responses beyond the rate, so that few connections cannot occupy the process. Applies to missing,
 * refused and redirected pages and to calls of visitors and customers.
 */
export function throttle(config: { clientRateLimit: number; trustProxy: number }): MiddlewareHandler<ApiEnv> {
  const delayOf = createDelayFor(config.clientRateLimit);
  let waiting = 0;
  return async (c, next) => {
    await next();
    const { status } = c.res;
    const isPage = (status < 300 || status === 304) && !c.get("unboundedAddresses");
    const isCall = c.req.path.startsWith("/api/");
    const person = isCall ? currentUser(c.get("ctx")?.actor) : null;
    if ((isCall ? person?.isStaff : isPage) || waiting >= MAX_WAITING) return;
    const ms = delayOf(person?.userId ?? clientNetwork(clientAddressOf(c, config.trustProxy)));
    if (ms <= 0) return;
    waiting++;
    await new Promise((resolve) => setTimeout(resolve, ms));
    waiting--;
  };
}

function currentUser(actor: Actor | undefined): { userId: string; isStaff: boolean } | null {
  const userId = actor && userIdOf(actor);
  return userId ? { userId, isStaff: actor.role !== "customer" } : null;
}

/** Delay of the next response in milliseconds, by network or person. */
export function createDelayFor(callsPerMinute: number): (network: string) => number {
  const slotMs = (60_000 / callsPerMinute) * CALLS_PER_SLOT;
  const burstMs = Math.max(MIN_CONCURRENT * slotMs, BURST_SECONDS * 1000);
  const slots = new Map<string, number>();
  return (network) => {
    const now = performance.now();
    if (slots.size > MAX_NETWORKS) {
      for (const [known, slot] of slots) if (slot <= now) slots.delete(known);
    }
    const slot = Math.max(slots.get(network) ?? now, now) + slotMs;
    slots.set(network, Math.min(slot, now + burstMs + MAX_WAIT_MS));
    return Math.min(slot - now - burstMs, MAX_WAIT_MS);
  };
}
