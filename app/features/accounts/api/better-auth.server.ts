import type { Context } from "hono";
import { CLIENT_ADDRESS_HEADER } from "~/platform/auth/auth.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { rethrowInfraFailure } from "~/platform/incidents/infra-failure.server";
import { tooManyAttempts } from "./limits.server";

/** What better-auth answers when it refuses. */
export interface AuthRefusal {
  code?: string;
}

/**
 * Hands a call on to better-auth, with a body that was checked and the client's address as we know it; its cookies go
 * with our answer. Throws 429 when its own limit is reached.
 */
export async function askBetterAuth(c: Context<ApiEnv>, body: unknown, path = c.req.path): Promise<Response> {
  const { clientIp } = c.get("ctx");
  const headers = new Headers(c.req.raw.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  headers.delete(CLIENT_ADDRESS_HEADER);
  if (clientIp) headers.set(CLIENT_ADDRESS_HEADER, clientIp);
  // Where it came from was checked as for every call of ours; this is a call of our own.
  headers.set("origin", c.get("config").publicUrl);
  const request = new Request(new URL(path, c.req.url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const answer = await rethrowInfraFailure(() => c.get("auth").handler(request));
  if (answer.status === 429) throw tooManyAttempts(Number(answer.headers.get("x-retry-after")) || 60);
  for (const cookie of answer.headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
  return answer;
}
