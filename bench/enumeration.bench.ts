import { test } from "vitest";
import { startProduct } from "../e2e/harness/product";

/**
 * Whether somebody learns by the clock which emails have an account (docs/decisions/0007-sign-in.md). Each pair is
 * asked in turn, so that whatever else the machine does weighs on both. Nothing but the difference means something.
 */
const ROUNDS = 60;

test("an email with an account and one without", { timeout: 300_000 }, async () => {
  // Limits are counted by address and by email: each call brings an address of its own.
  const product = await startProduct({ env: { TRUST_PROXY: "1" } });
  let calls = 0;
  async function post(path: string, body: object): Promise<number> {
    calls++;
    const began = performance.now();
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
    const took = performance.now() - began;
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`${path} was answered with ${answer.status}`);
    return took;
  }

  const name = "Somebody";
  const password = "correct horse battery";
  const known = (at: number) => `known.${at}@example.com`;
  const unknown = (at: number) => `unknown.${at}@example.com`;
  const signUp = (email: string) => post("sign-up/email", { name, email, password });
  const asked = {
    "sign in, wrong password": (email: string) =>
      post("sign-in/email", { email, password: "not the password" }),
    // As the mail that confirms an email is asked for.
    "ask for a new password": (email: string) => post("request-password-reset", { email }),
    // Last: it makes accounts of those without one.
    "sign up": signUp,
  };
  try {
    for (let at = 0; at < ROUNDS; at++) await signUp(known(at));
    const result: Record<string, object> = {};
    for (const [what, ask] of Object.entries(asked)) {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (let at = 0; at < ROUNDS; at++) {
        const pair = { known: known(at), unknown: unknown(at) };
        // The worker may still be busy with what the first of two has caused.
        const kinds = at % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
        for (const kind of kinds) times[kind].push(await ask(pair[kind]));
      }
      result[what] = {
        "with account, median ms": quantile(times.known, 0.5),
        "without, median ms": quantile(times.unknown, 0.5),
        // What else goes on only ever adds time.
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
