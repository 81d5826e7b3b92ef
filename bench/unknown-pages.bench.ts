import { expect, test } from "vitest";
import { startProduct } from "../e2e/harness/product";
import { type Load, load } from "./load";

/**
 * A known page while another client on the same machine floods unknown addresses (docs/security.md). Only the
 * ratio within one run is meaningful: the median may triple.
 */
const MAX_RATIO = 3;
/** A single connection, like a visitor. */
const VISITOR = { connections: 1, seconds: 6 };

const floods: Record<string, (count: number) => string> = {
  "unknown pages": (count) => `/nothing/${count}`,
  "unknown services": (count) => `/services/nothing-${count}`,
  "bookings of others": (count) => `/bookings/BK-2026-${count}`,
  "spellings of one page": (count) =>
    `/${"/".repeat(count % 50)}services/%${count % 2 ? "68" : "48"}vac?a=${count}`,
  "what no address has": (count) => `/services/%2e%2e%5Cdashboard%0${count % 10}`,
  "data of the router": (count) => `/nothing-${count}.data?_routes=x${count}`,
  "links with made-up keys": (count) => `/bookings/BK-2026-${count}?key=${count}`,
  "bookings by made-up keys": (count) => `/api/bookings/BK-2026-${count}?key=${count}`,
  "calls that there are not": (count) => `/api/nothing/${count}`,
  "free times of weeks": (count) =>
    `/api/availability?service=plumbing&from=${day(count)}&to=${day(count + 28)}`,
};

/** A day of the next weeks. */
const day = (count: number) => new Date(Date.now() + (count % 30) * 86_400_000).toISOString().slice(0, 10);

test("serves a known page during floods of unknown addresses", { timeout: 300_000 }, async () => {
  const product = await startProduct();
  const home = `${product.origin}/`;
  try {
    await load(home, VISITOR);
    const baseline = await load(home, VISITOR);
    const result: Record<string, Load & { times?: number; flood?: number }> = { baseline };
    for (const [name, path] of Object.entries(floods)) {
      const [duringFlood, flood] = await Promise.all([
        load(home, VISITOR),
        load(home, { path, status: null, connections: 8, seconds: VISITOR.seconds }),
      ]);
      const times = Number((duringFlood.p50 / baseline.p50).toFixed(1));
      result[name] = { ...duringFlood, times, flood: flood.requestsPerSecond };
    }
    console.table(result);
    for (const [name, { times = 1 }] of Object.entries(result)) {
      expect(times, name).toBeLessThanOrEqual(MAX_RATIO);
    }
  } finally {
    await product.remove();
  }
});
