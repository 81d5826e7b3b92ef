import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "./api.server";
import { ApiError } from "./errors";
import { log } from "./log.server";

/** The one place where what was thrown becomes an answer. What nobody expected is logged with the request's id. */
export function answerError(error: Error, c: Context<ApiEnv>): Response {
  if (error instanceof ApiError) {
    const { status, reason, message, extra, headers } = error;
    return c.json({ success: false, reason, message, ...extra }, status, headers);
  }
  if (error instanceof HTTPException && error.status < 500) {
    return c.json({ success: false, reason: "refused", message: m.common_error_refused() }, error.status);
  }
  // Undefined when building the context is what failed.
  const requestId: string | undefined = c.get("ctx")?.requestId;
  log.error("A request failed", { error, requestId, method: c.req.method, path: c.req.path });
  return c.json({ success: false, reason: "error", message: m.common_unexpected_answer(), requestId }, 500);
}

export function answerUnknown(c: Context<ApiEnv>): Response {
  return c.json({ success: false, reason: "not-found", message: m.common_error_not_found() }, 404);
}
