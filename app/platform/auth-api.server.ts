import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { newApi, readJson } from "./api.server";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.server";
import type { Ctx } from "./context";
import { ApiError } from "./errors";
import { forgiveAttempts, takeAttempt } from "./rate-limit.server";
import { recordSecurityEvent } from "./security-events.server";

/** Failed attempts to sign in to one account, whoever makes them and whether the account exists or not. */
const ACCOUNT_LIMIT = { most: 10, seconds: 15 * 60 };

const signInInput = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
  password: z.string().check(z.maxLength(128)),
});

/**
 * What of better-auth can be reached, under /api. Each of its URLs that the product uses is named here, and answers in
 * the product's words: the others (sign-up, its own administration) do not exist until an issue needs them.
 */
export function authApi(auth: Auth) {
  const api = newApi();

  /** Who is signed in. `role` decides what a page offers; what is allowed is decided by every call again. */
  api.get("/session", (c) => {
    const { actor } = c.get("ctx");
    c.header("Cache-Control", "no-store");
    if (!("userId" in actor)) return c.json({ user: null });
    const { userId: id, name, email, role } = actor;
    return c.json({ user: { id, name, email, role } });
  });

  api.post("/auth/sign-in/email", async (c) => {
    const ctx = c.get("ctx");
    const input = await readJson(c, signInInput);
    const userAgent = c.req.header("user-agent");
    const accountKey = `sign-in ${input.email}`;
    const attempt = await takeAttempt(ctx, { key: accountKey, ...ACCOUNT_LIMIT });
    if (!attempt.ok) {
      await recordSecurityEvent(ctx, {
        type: "rate_limit",
        message: "Too many attempts to sign in to one account",
        userId: await userIdOfEmail(ctx, input.email),
        userAgent,
      });
      throw tooManyAttempts(attempt.retryAfterSeconds);
    }
    const answer = await auth.handler(forAuth(c.req.raw, ctx, input));
    if (answer.ok) {
      await forgiveAttempts(ctx, accountKey);
      for (const cookie of answer.headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
      // better-auth's own answer also holds the session's token, which no script is to have.
      return c.json({ success: true });
    }
    if (answer.status === 429) throw tooManyAttempts(Number(answer.headers.get("x-retry-after")) || 60);
    const { code } = (await answer.json()) as { code?: string };
    await recordSecurityEvent(ctx, {
      type: "auth_failure",
      message: `Sign-in refused: ${code}`,
      userId: await userIdOfEmail(ctx, input.email),
      userAgent,
    });
    throw new ApiError(401, "sign-in-refused", wordsFor(code));
  });

  api.post("/auth/sign-out", async (c) => {
    const answer = await auth.handler(forAuth(c.req.raw, c.get("ctx"), {}));
    if (!answer.ok) throw new Error(`Sign-out was answered with ${answer.status}`);
    for (const cookie of answer.headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
    return c.json({ success: true });
  });

  return api;
}

/** The same call for better-auth, with a body that was checked and the client's address as we know it. */
function forAuth(request: Request, ctx: Ctx, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  headers.delete(CLIENT_ADDRESS_HEADER);
  if (ctx.clientIp) headers.set(CLIENT_ADDRESS_HEADER, ctx.clientIp);
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Only what is learnt after the right password was given says more than that something was wrong. */
function wordsFor(code: string | undefined): string {
  if (code === "EMAIL_NOT_VERIFIED") return m.account_email_not_verified();
  if (code === "BANNED_USER") return m.account_banned();
  return m.account_sign_in_wrong();
}

function tooManyAttempts(seconds: number): ApiError {
  return new ApiError(
    429,
    "rate-limited",
    m.account_sign_in_limited({ minutes: Math.ceil(seconds / 60) }),
    { retryAfterSeconds: seconds },
    { "Retry-After": String(seconds) },
  );
}

async function userIdOfEmail(ctx: Ctx, email: string): Promise<string | null> {
  const user = await ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return user?.id ?? null;
}
