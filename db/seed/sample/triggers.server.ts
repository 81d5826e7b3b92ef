import { sql } from "kysely";
import type { Ctx } from "~/platform/context";

/** Runs `add` in the caller's transaction without the named triggers, whose results its statements contain. */
export async function withoutTriggers(
  ctx: Ctx,
  triggers: Readonly<Record<string, readonly string[]>>,
  add: () => Promise<void>,
): Promise<void> {
  await switchTriggers(ctx, triggers, "DISABLE");
  await add();
  await switchTriggers(ctx, triggers, "ENABLE");
}

async function switchTriggers(
  { db }: Ctx,
  triggers: Readonly<Record<string, readonly string[]>>,
  to: "DISABLE" | "ENABLE",
): Promise<void> {
  // A table with pending checks cannot be altered.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db);
  for (const [table, names] of Object.entries(triggers)) {
    for (const name of names) {
      await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(to)} TRIGGER ${sql.ref(name)}`.execute(db);
    }
  }
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db);
}
