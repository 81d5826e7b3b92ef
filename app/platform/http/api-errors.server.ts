import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { m } from "~/paraglide/messages";
import { ApiError, InvalidInput } from "../errors";
import { infraFailureOf, isRequestAborted } from "../incidents/infra-failure.server";
import { respondInfraFailure } from "../incidents/infra-failure-response.server";
import { log } from "../log.server";
import type { ApiEnv } from "./api.server";

/** The one place where what was thrown becomes an answer. What nobody expected is logged with the request's id. */
export function answerError(error: Error, c: Context<ApiEnv>): Response {
  c.header("X-Content-Type-Options", "nosniff");
  if (error instanceof ApiError) {
    const { status, message, body, headers } = error;
    if (!new URL(c.req.url).pathname.includes("/api/")) return c.text(message, status, headers);
    return c.json(body, status, headers);
  }
  if (error instanceof HTTPException && error.status < 500) {
    return c.json({ success: false, reason: "refused", message: m.common_error_refused() }, error.status);
  }
  if (isRequestAborted(error)) {
    // Nobody reads the answer.
    log.info("A request ended before it was whole", { method: c.req.method, path: c.req.path });
    return c.json({ success: false, reason: "refused", message: m.common_error_refused() }, 400);
  }
  if (isBeyondColumn(error)) {
    // A schema lets through what no column takes: to be mended there.
    log.error("A value was refused by the database", { error, method: c.req.method, path: c.req.path });
    return answerError(new InvalidInput({}, m.common_error_wrong_value()), c);
  }
  // Undefined when building the context is what failed.
  const requestId: string | undefined = c.get("ctx")?.requestId;
  const fields = { error, requestId, method: c.req.method, path: c.req.path };
  const failure = infraFailureOf(error);
  if (failure) {
    log.warn("A request could not be answered for now", { failure, ...fields });
    return respondInfraFailure(failure, c);
  }
  log.error("A request failed", fields);
  return c.json({ success: false, reason: "error", message: m.common_unexpected_answer(), requestId }, 500);
}

/** Out of a number's or a date's range, no text that can be stored, or against a rule of its table: https://www.postgresql.org/docs/18/errcodes-appendix.html */
function isBeyondColumn(error: Error): boolean {
  return ["22003", "22008", "22021", "22P05", "23514"].includes(String((error as { code?: unknown }).code));
}

export function answerUnknown(c: Context<ApiEnv>): Response {
  return c.json({ success: false, reason: "not-found", message: m.common_error_not_found() }, 404);
}
