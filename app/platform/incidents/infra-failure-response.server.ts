import type { Context } from "hono";
import { m } from "~/paraglide/messages";
import type { ApiEnv } from "../http/api.server";
import { type PostedFields, plainPage } from "../pages/plain-page.server";
import { type InfraFailure, RETRY_SECONDS } from "./infra-failure.server";

function messageOf(failure: InfraFailure): string {
  const seconds = RETRY_SECONDS[failure];
  switch (failure) {
    case "database-unavailable":
      return m.common_failure_database_unavailable({ seconds });
    case "database-busy":
      return m.common_failure_database_busy({ seconds });
    case "disk-full":
      return m.common_failure_disk_full();
    case "storage-unavailable":
      return m.common_failure_storage_unavailable({ seconds });
  }
}

export function respondInfraFailure(failure: InfraFailure, c: Context<ApiEnv>): Response {
  const requestId: string | undefined = c.get("ctx")?.requestId;
  const retryAfterSeconds = RETRY_SECONDS[failure];
  const body = { success: false, reason: failure, message: messageOf(failure), retryAfterSeconds, requestId };
  return c.json(body, 503, headersOf(failure));
}

/** Does not use the renderer, because it may be the part that fails. */
export function infraFailurePage(
  failure: InfraFailure,
  https: boolean,
  posted: PostedFields | null,
): Response {
  return plainPage({
    title: m.common_failure_title(),
    paragraphs: [messageOf(failure), posted ? m.common_failure_input_saved() : m.common_failure_input_hint()],
    posted,
    status: 503,
    headers: headersOf(failure),
    https,
  });
}

/** Keeps the body of data responses for the router. */
export function replaceFailedPage(
  page: Response,
  failure: InfraFailure,
  https: boolean,
  posted: PostedFields | null,
): Response {
  if (page.headers.get("Content-Type")?.startsWith("text/html"))
    return infraFailurePage(failure, https, posted);
  const headers = new Headers(page.headers);
  for (const [name, value] of Object.entries(headersOf(failure))) headers.set(name, value);
  return new Response(page.body, { status: 503, headers });
}

function headersOf(failure: InfraFailure): Record<string, string> {
  return { "Retry-After": String(RETRY_SECONDS[failure]), "Cache-Control": "no-store" };
}
