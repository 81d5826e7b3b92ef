import pg from "pg";
import { issueInvoice } from "~/features/invoices/commands/issue-invoice.server";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { createDatabase } from "~/platform/database/database.server";

// Issues drafts until none is left, as one of many processes: bundled and run by test/faults/invoice-numbers.test.ts. With DIE_AT
// it kills itself while it issues its so-manyth: the number is taken, the invoice written, nothing committed.
let left = Number(process.env.DIE_AT ?? Number.POSITIVE_INFINITY);
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text?: string }];
  const text = typeof first === "string" ? first : (first.text ?? "");
  const result = query.apply(this, args);
  if (/^update "invoices" set "reference"/.test(text) && --left === 0)
    Promise.resolve(result).then(() => process.kill(process.pid, "SIGKILL"));
  return result;
} as typeof pg.Client.prototype.query;

const database = createDatabase({ connectionString: process.env.DATABASE_URL });
const { db } = database;
for (;;) {
  const drafts = await db
    .selectFrom("invoices")
    .select(["id", "version"])
    .where("issued_at", "is", null)
    .orderBy((eb) => eb.fn("random"))
    .limit(5)
    .execute();
  if (drafts.length === 0) break;
  const ctx: Ctx = { actor: system, db, now: new Date(), requestId: "issuer", locale: "en" };
  // Of a draft that another process was quicker with it is told.
  await Promise.all(drafts.map((draft) => issueInvoice(ctx, draft)));
}
await database.close();
