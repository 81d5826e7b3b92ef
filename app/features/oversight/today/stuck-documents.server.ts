import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { dueIn } from "~/platform/jobs/queue.server";
import { type MoneyToday, stuckDocumentKinds } from "./views";

/** Attempts until a document counts as stuck; the pauses between them add up to about a minute. */
const STUCK_ATTEMPTS = 5;
const MAX_SHOWN = 20;

/** Jobs of invoices, quotes and payments that keep failing: a document or email waits, or was given up. */
function stuckJobs({ db }: Ctx) {
  return db
    .selectFrom("reactionJobs")
    .innerJoin("trail", "trail.id", "reactionJobs.trailId")
    .where("trail.subjectType", "in", stuckDocumentKinds)
    .where((eb) =>
      eb.or([
        eb("reactionJobs.state", "=", "failed"),
        eb.and([eb("reactionJobs.state", "=", "waiting"), eb("reactionJobs.attempts", ">=", STUCK_ATTEMPTS)]),
      ]),
    );
}

/** Documents by the first of their failing jobs. */
export async function listStuckDocuments(ctx: Ctx): Promise<MoneyToday["stuckDocuments"]> {
  const id = sql<string>`trail.subject_id::uuid`;
  return ctx.db
    .selectFrom(
      stuckJobs(ctx)
        .leftJoin("invoices", (join) => join.on("invoices.id", "=", id))
        .leftJoin("quotes", (join) => join.on("quotes.id", "=", id))
        .leftJoin("payments", (join) => join.on("payments.id", "=", id))
        .select((eb) => [
          sql<(typeof stuckDocumentKinds)[number]>`trail.subject_type`.as("kind"),
          id.as("id"),
          eb.fn
            .coalesce("invoices.reference", "quotes.reference", "payments.reference")
            .$castTo<string>()
            .as("reference"),
          eb.fn.min("trail.id").as("firstId"),
        ])
        .groupBy([
          "trail.subjectType",
          "trail.subjectId",
          "invoices.reference",
          "quotes.reference",
          "payments.reference",
        ])
        .as("stuck"),
    )
    .select(["kind", "id", "reference"])
    .where("reference", "is not", null)
    .orderBy("firstId")
    .limit(MAX_SHOWN)
    .execute();
}

/** Runs all failing jobs of documents again, with as many attempts as new ones. */
export const retryStuckDocuments = command("invoices.manage", async function retryStuckDocuments(ctx) {
  await ctx.db
    .updateTable("reactionJobs")
    .set({ state: "waiting", attempts: 0, dueAt: dueIn(0), endedAt: null })
    .where("id", "in", stuckJobs(ctx).select("reactionJobs.id"))
    .execute();
  return { ok: true };
});
