import { createHash } from "node:crypto";
import type { Generated } from "kysely";
import { sql } from "kysely";
import * as z from "zod/mini";
import { type ClientError, withoutPersonal } from "./client-errors";
import type { Ctx } from "./context";
import { countedPath } from "./counted-path";
import { done, endpoints, post, sayDone } from "./http/endpoint.server";
import { addDays, dubaiDate } from "./time";

/** Reports a minute from one client address. */
const REPORTS_A_MINUTE = 30;
const report = z.object({
  message: z.string().check(z.maxLength(10_000)),
  stack: z._default(z.string().check(z.maxLength(50_000)), ""),
  url: z.string().check(z.maxLength(10_000)),
  timestamp: z.iso.datetime(),
  userAgent: z._default(z.string().check(z.maxLength(10_000)), ""),
  severity: z.enum(["low", "medium", "high"]),
});

export const clientErrorsApi = endpoints("client error", [
  post("/client-errors", {
    may: "website.use",
    summary: "Report what went wrong in a browser",
    description: "What the browser's own log keeps; what could name a person is taken out.",
    perMinute: REPORTS_A_MINUTE,
    body: report,
    answer: done,
    status: 202,
    run: recordClientError,
    reply: sayDone,
  }),
]);

/** Keeps an error that a browser tells of; the same one again on the same day is counted. */
async function recordClientError(ctx: Ctx, error: ClientError): Promise<void> {
  const message = withoutPersonal(error.message).slice(0, 500);
  const stack = withoutPersonal(error.stack).slice(0, 4_000);
  await ctx.db
    .insertInto("client_errors")
    .values({
      day: dubaiDate(ctx.now),
      fingerprint: createHash("sha256").update(`${message}\n${stack}`).digest("hex"),
      message,
      stack,
      path: countedPath(URL.parse(error.url, "http://localhost")?.pathname ?? "/"),
      severity: error.severity,
      user_agent: error.userAgent.slice(0, 500) || null,
      first_seen_at: ctx.now,
      last_seen_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "fingerprint"])
        .doUpdateSet({ times: sql`client_errors.times + 1`, last_seen_at: ctx.now }),
    )
    .execute();
}

/** Removes errors of versions long gone. */
export async function forgetClientErrors(ctx: Ctx, keptDays: number): Promise<void> {
  await ctx.db
    .deleteFrom("client_errors")
    .where("day", "<", addDays(dubaiDate(ctx.now), -keptDays))
    .execute();
}

interface ClientErrorRow {
  /** In Dubai, yyyy-MM-dd. */
  day: string;
  fingerprint: string;
  message: string;
  stack: string;
  path: string;
  severity: ClientError["severity"];
  user_agent: string | null;
  times: Generated<number>;
  first_seen_at: Date;
  last_seen_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    client_errors: ClientErrorRow;
  }
}
