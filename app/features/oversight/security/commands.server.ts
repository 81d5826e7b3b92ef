import { sql } from "kysely";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import "~/platform/incidents/client-errors.server";
import "~/platform/incidents/security-events.server";
import "./views";

/**
 * Resolves a case with a note; later events from the same source open a new case. A concurrent second
 * resolution is refused.
 */
export const resolveCase = command(
  "activity.answer",
  async function resolveCase(ctx, id: string, note: string) {
    const found = await lockCase(ctx, id);
    if (!found) return refuse("not-found");
    if (found.closedAt) return refuse("wrong-state");
    await ctx.db.updateTable("securityCases").set({ closedAt: ctx.now }).where("id", "=", id).execute();
    await emit(ctx, "security.resolved", id, {}, { reason: note });
    return { ok: true };
  },
);

/** Reopens a case; refused if a newer case of the same source is open. */
export const reopenCase = command("activity.answer", async function reopenCase(ctx, id: string) {
  const found = await lockCase(ctx, id);
  if (!found) return refuse("not-found");
  if (!found.closedAt) return refuse("wrong-state");
  const { numUpdatedRows } = await ctx.db
    .updateTable("securityCases")
    .set({ closedAt: null })
    .where("id", "=", id)
    .where(
      sql<boolean>`subject = '' OR NOT EXISTS (SELECT FROM security_cases AS later
        WHERE later.subject = security_cases.subject AND later.reported_by_browser = security_cases.reported_by_browser AND later.closed_at IS NULL)`,
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse("still-occurring");
  await emit(ctx, "security.reopened", id, {});
  return { ok: true };
});

/** Marks an error as fixed with a note; a recurrence reopens it. A concurrent second change is refused. */
export const resolveError = command(
  "activity.answer",
  async function resolveError(ctx, id: string, note: string) {
    const found = await lockGroup(ctx, id);
    if (!found) return refuse("not-found");
    if (!found.isOpen) return refuse("wrong-state");
    await ctx.db.updateTable("clientErrorGroups").set({ fixedAt: ctx.now }).where("id", "=", id).execute();
    await emit(ctx, "client-error.fixed", id, {}, { reason: note });
    return { ok: true };
  },
);

export const reopenError = command("activity.answer", async function reopenError(ctx, id: string) {
  const found = await lockGroup(ctx, id);
  if (!found) return refuse("not-found");
  if (found.isOpen) return refuse("wrong-state");
  await ctx.db.updateTable("clientErrorGroups").set({ fixedAt: null }).where("id", "=", id).execute();
  await emit(ctx, "client-error.reopened", id, {});
  return { ok: true };
});

function lockCase(ctx: Ctx, id: string) {
  const found = ctx.db.selectFrom("securityCases").select("closedAt").where("id", "=", id);
  return found.forUpdate().executeTakeFirst();
}

function lockGroup(ctx: Ctx, id: string) {
  const found = ctx.db.selectFrom("clientErrorGroups").select("isOpen").where("id", "=", id);
  return found.forUpdate().executeTakeFirst();
}
