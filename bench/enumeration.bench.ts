import { test } from "vitest";
import { startProduct } from "../e2e/harness/product";

/**
 * Timing differences that could reveal which emails have an account (docs/decisions/0007-sign-in.md). Each
 * pair is measured alternately, so that other load affects both. Only the difference is meaningful.
 */
const ROUNDS = 60;

test("compares response times for emails with and without an account", { timeout: 300_000 }, async () => {
  // Rate limits apply per address and email, so each call has its own address.
  const product = await startProduct({ env: { TRUST_PROXY: "1" } });
  let calls = 0;
  async function post(path: string, body: object): Promise<number> {
    calls++;
    const startedAt = performance.now();
    const answer = await fetch(`${product.origin}/api/auth/${path}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: product.origin,
        "X-Forwarded-For": `10.0.${calls >> 8}.${calls & 255}`,
      },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    const durationMs = performance.now() - startedAt;
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`${path} was answered with ${answer.status}`);
    return durationMs;
  }

  const name = "Somebody";
  const password = "correct horse battery";
  const known = (at: number) => `known.${at}@example.com`;
  const unknown = (at: number) => `unknown.${at}@example.com`;
  const signUp = (email: string) => post("sign-up/email", { name, email, password });
  const passwordRequests = {
    "sign in, wrong password": (email: string) =>
      post("sign-in/email", { email, password: "not the password" }),
    // Confirmation emails are requested in the same way.
    "ask for a new password": (email: string) => post("request-password-reset", { email }),
    // Last, because it creates accounts.
    "sign up": signUp,
  };
  try {
    for (let at = 0; at < ROUNDS; at++) await signUp(known(at));
    const result: Record<string, object> = {};
    for (const [action, measurePair] of Object.entries(passwordRequests)) {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (let at = 0; at < ROUNDS; at++) {
        const pair = { known: known(at), unknown: unknown(at) };
        // Alternates the order, because the worker may still be busy with the effects of the first call.
        const kinds = at % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
        for (const kind of kinds) times[kind].push(await measurePair(pair[kind]));
      }
      result[action] = {
        "with account, median ms": quantile(times.known, 0.5),
        "without, median ms": quantile(times.unknown, 0.5),
        // Other load only adds time, so the fastest tenth is the most reliable.
        "with account, fastest tenth": quantile(times.known, 0.1),
        "without, fastest tenth": quantile(times.unknown, 0.1),
      };
    }
    console.table(result);
  } finally {
    await product.remove();
  }
});

function quantile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}
