import { createHash } from "node:crypto";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Ctx } from "../context";
import { endpoints, okResponse, post, respondOk } from "../http/endpoint.server";
import { anonymizePath } from "../pages/anonymize-path";
import { multiLine, singleLine, toStoredUserAgent } from "../text/sanitize-text";
import { addDays, dubaiDate, dubaiInstant } from "../time";
import { type ClientError, redactReport } from "./client-errors";
import { limitClientReports } from "./client-report-limit.server";

const REPORTS_A_MINUTE = 30;
const report = z.object({
  message: z.string().check(z.maxLength(10_000), multiLine()),
  stack: z._default(z.string().check(z.maxLength(50_000), multiLine()), ""),
  url: z.string().check(z.maxLength(10_000), singleLine()),
  timestamp: z.iso.datetime(),
  userAgent: z._default(z.string().check(z.maxLength(10_000), singleLine()), ""),
  severity: z.enum(["low", "medium", "high"]),
});

export const clientErrorsApi = endpoints("client error", [
  post("/client-errors", {
    operationId: "reportClientError",
    may: "website.use",
    summary: "Report a client error",
    description: "Personal data is removed before an error is stored.",
    perMinute: REPORTS_A_MINUTE,
    body: report,
    answer: okResponse,
    status: 202,
    run: recordClientError,
    reply: respondOk,
  }),
]);

async function recordClientError(ctx: Ctx, error: ClientError): Promise<void> {
  await limitClientReports(ctx, { kind: "client errors", client: 100, all: 2_000 });
  const message = redactReport(error.message).slice(0, 500);
  const stack = redactReport(error.stack).slice(0, 4_000);
  const url = URL.parse(error.url, "http://localhost");
  const path = anonymizePath(url?.protocol.startsWith("http") ? url.pathname : "/");
  const location = bundleFileOf(stack) ?? path;
  const report = {
    message,
    path,
    severity: error.severity,
    userAgent: toStoredUserAgent(error.userAgent),
    firstSeenAt: ctx.now,
    lastSeenAt: ctx.now,
  };
  await ctx.db
    .with("gathered", (db) =>
      db
        .insertInto("clientErrorGroups")
        .values({ ...report, location, fingerprint: sha256(`${message}\n${location}`) })
        .onConflict((conflict) =>
          conflict.column("fingerprint").doUpdateSet({
            occurrences: sql`client_error_groups.occurrences + 1`,
            path,
            severity: report.severity,
            userAgent: report.userAgent,
            lastSeenAt: sql`greatest(client_error_groups.last_seen_at, excluded.last_seen_at)`,
          }),
        )
        .returning("id"),
    )
    .insertInto("clientErrors")
    .values((eb) => ({
      ...report,
      stack,
      day: dubaiDate(ctx.now),
      fingerprint: sha256(`${message}\n${stack}`),
      groupId: eb.selectFrom("gathered").select("id"),
    }))
    .onConflict((conflict) =>
      conflict
        .columns(["day", "fingerprint"])
        .doUpdateSet({ occurrences: sql`client_errors.occurrences + 1`, lastSeenAt: ctx.now }),
    )
    .execute();
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** File name without its content hash, so that it stays the same across releases. */
export function bundleFileOf(stack: string): string | null {
  const [, file] = /\/([^/\s():]+):\d+:\d+/.exec(stack) ?? [];
  return file?.replace(/-[\w-]{7}(?=\.\w+$)/, "").slice(0, 200) ?? null;
}

export async function purgeClientErrors(ctx: Ctx, retentionDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("clientErrors")
    .where("day", "<", addDays(dubaiDate(ctx.now), -retentionDays))
    .execute();
  await ctx.db
    .deleteFrom("clientErrorGroups")
    .where("lastSeenAt", "<", dubaiInstant(addDays(dubaiDate(ctx.now), -retentionDays), "00:00"))
    .execute();
}
