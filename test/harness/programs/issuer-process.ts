import { once } from "node:events";
import { sql } from "kysely";
import pg from "pg";
import { issueInvoice } from "~/features/finance/invoices/commands/issue-invoice.server";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { createDatabase } from "~/platform/database/database.server";
import { sqlState } from "~/platform/database/transaction.server";

// Issues drafts until none is left, concurrently with other processes: bundled and run by
// test/faults/invoice-numbers.test.ts, which lets them begin and, once others have
// killed themselves, finish. DIE_AT is the count of the invoice during which it kills itself: the number is taken
// and the invoice written, but not committed.
let updatesUntilKill = Number(process.env.DIE_AT ?? Number.POSITIVE_INFINITY);
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args as [string | { text?: string }];
  const text = typeof first === "string" ? first : (first.text ?? "");
  const result = query.apply(this, args);
  if (/^update "invoices" set "reference"/.test(text) && --updatesUntilKill === 0)
    Promise.resolve(result).then(() => process.kill(process.pid, "SIGKILL"));
  return result;
} as typeof pg.Client.prototype.query;

const database = createDatabase({ connectionString: process.env.DATABASE_URL });
const { db } = database;
await sql`SELECT 1`.execute(db);
process.send!("ready");
await once(process, "message");
let mayFinish = Number.isFinite(updatesUntilKill);
for (;;) {
  const drafts = await db
    .selectFrom("invoices")
    .select(["id", "version"])
    .where("issuedAt", "is", null)
    .orderBy((eb) => eb.fn("random"))
    .limit(5)
    .execute();
  if (drafts.length === 0) break;
  const ctx: Ctx = { actor: system, db, now: new Date(), requestId: "issuer", locale: "en" };
  // Drafts issued first by another process are refused. On a busy machine some wait too long and stay for the next round.
  await Promise.all(drafts.map((draft) => issueInvoice(ctx, draft).catch(ignoreLockTimeout)));
  if (!mayFinish) await once(process, "message");
  mayFinish = true;
}
await database.close();
process.disconnect();

function ignoreLockTimeout(error: unknown): void {
  if (sqlState(error) !== "55P03") throw error;
}
