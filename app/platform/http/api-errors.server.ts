import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { m } from "~/paraglide/messages";
import { ApiError, InvalidInput } from "../errors";
import { infraFailureOf, isRequestAborted } from "../incidents/infra-failure.server";
import { respondInfraFailure } from "../incidents/infra-failure-response.server";
import { log } from "../log.server";
import type { ApiEnv } from "./api.server";

export function respondError(error: Error, c: Context<ApiEnv>): Response {
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
    log.info("request-aborted", "A request ended before it was complete", {
      method: c.req.method,
      path: c.req.path,
    });
    return c.json({ success: false, reason: "refused", message: m.common_error_refused() }, 400);
  }
  if (isUnstorableValue(error)) {
    // The schema accepts values that no column can store.
    log.error("request-value-refused", "A value was refused by the database", {
      error,
      method: c.req.method,
      path: c.req.path,
    });
    return respondError(new InvalidInput({}, m.common_error_wrong_value()), c);
  }
  const requestId: string | undefined = c.get("ctx")?.requestId;
  const fields = { error, requestId, method: c.req.method, path: c.req.path };
  const failure = infraFailureOf(error);
  if (failure) {
    log.warn("request-unavailable", "A request could not be served temporarily", { failure, ...fields });
    return respondInfraFailure(failure, c);
  }
  log.error("request-failed", "A request failed", fields);
  return c.json({ success: false, reason: "error", message: m.common_unexpected_answer(), requestId }, 500);
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
function isUnstorableValue(error: Error): boolean {
  return ["22003", "22008", "22021", "22P05", "23514"].includes(String((error as { code?: unknown }).code));
}

export function respondNotFound(c: Context<ApiEnv>): Response {
  return c.json({ success: false, reason: "not-found", message: m.common_error_not_found() }, 404);
}
