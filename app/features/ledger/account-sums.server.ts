import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { type Account, accounts, NO_SERVICE } from "./ledger";
import "./table";

/** What was posted to an account. Days are Dubai's, both included; what is absent narrows nothing. */
export interface AccountPart {
  account: Account;
  /** By id, or `NO_SERVICE`. */
  service?: string;
  from?: string;
  to?: string;
}

/** The side on which an account grows: of what we have and spend the debit, of what we owe and earn the credit. */
export function growthOf(account: Account) {
  const { type } = accounts[account];
  return type === "asset" || type === "expense"
    ? sql<number>`debit_fils - credit_fils`
    : sql<number>`credit_fils - debit_fils`;
}

/** The days on which something was posted to it. */
function daysOf(ctx: Ctx, { account, service, from = "2000-01-01", to = "2199-12-31" }: AccountPart) {
  const days = ctx.db
    .selectFrom("ledger_days")
    .where("account", "=", account)
    .where("day", ">=", from)
    .where("day", "<=", to);
  return service ? days.where("service_id", "=", service === NO_SERVICE ? "" : service) : days;
}

/** By how much it grew, by service: from the sums of the days, however long the journal. An empty service: none. */
export async function readAccount(ctx: Ctx, part: AccountPart): Promise<{ service: string; fils: number }[]> {
  const rows = await daysOf(ctx, part)
    .select(["service_id as service", sql<number>`sum(${growthOf(part.account)})::bigint`.as("fils")])
    .groupBy("service_id")
    .orderBy("fils", "desc")
    .orderBy("service_id")
    .execute();
  return rows.filter(({ fils }) => fils !== 0);
}

const FEW_DAYS = 60;

/** The days, where they are few: whoever looks for its entries need not go through those of all others. Null: they are many. */
export async function findFewDays(ctx: Ctx, part: AccountPart): Promise<string[] | null> {
  const rows = await daysOf(ctx, part)
    .select("day")
    .distinct()
    .limit(FEW_DAYS + 1)
    .execute();
  return rows.length > FEW_DAYS ? null : rows.map(({ day }) => day);
}

/** The same of all services together. */
export const getAccountTotal = query("books.read", async (ctx, part: AccountPart) => {
  const services = await readAccount(ctx, part);
  return { fils: services.reduce((sum, { fils }) => sum + fils, 0) };
});
