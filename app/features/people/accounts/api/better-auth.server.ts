import type { Context } from "hono";
import { CLIENT_ADDRESS_HEADER } from "~/platform/auth/auth.server";
import type { ApiEnv } from "~/platform/http/api.server";
import { rethrowInfraFailure } from "~/platform/incidents/infra-failure.server";
import { toStoredUserAgent } from "~/platform/text/sanitize-text";
import { tooManyAttempts } from "./limits.server";

export interface AuthRefusal {
  code?: string;
}

/**
 * Forwards a validated call to better-auth with the client's address; its cookies are added to our response.
 * Throws 429 at its own limit.
 */
export async function callBetterAuth(
  c: Context<ApiEnv>,
  body: unknown,
  path = c.req.path,
): Promise<Response> {
  const { clientIp } = c.get("ctx");
  const headers = new Headers(c.req.raw.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  headers.delete(CLIENT_ADDRESS_HEADER);
  if (clientIp) headers.set(CLIENT_ADDRESS_HEADER, clientIp);
  // Stored with the session.
  headers.set("user-agent", toStoredUserAgent(c.req.header("user-agent")) ?? "");
  // The origin was checked already; better-auth sees our own.
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
