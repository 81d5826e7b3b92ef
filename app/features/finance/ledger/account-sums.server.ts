import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { type Account, accounts, NO_SERVICE } from "./ledger";

/** Days are in Asia/Dubai, both inclusive. Absent fields do not filter. */
export interface AccountFilter {
  account: Account;
  /** Service id or `NO_SERVICE`. */
  service?: string;
  from?: string;
  to?: string;
}

/** Amount by the account's normal balance: debit for assets and expenses, credit for the others. */
export function signedAmount(account: Account) {
  const { type } = accounts[account];
  return type === "asset" || type === "expense"
    ? sql<number>`debit_fils - credit_fils`
    : sql<number>`credit_fils - debit_fils`;
}

function ledgerDays(ctx: Ctx, { account, service, from = "2000-01-01", to = "2199-12-31" }: AccountFilter) {
  const days = ctx.db
    .selectFrom("ledgerDays")
    .where("account", "=", account)
    .where("day", ">=", from)
    .where("day", "<=", to);
  return service ? days.where("serviceId", "=", service === NO_SERVICE ? "" : service) : days;
}

/**
 * Growth of an account by service, from the daily sums so that the journal's length does not matter. An empty
 * service id stands for no service.
 */
export async function loadAccountSums(
  ctx: Ctx,
  part: AccountFilter,
): Promise<{ service: string; fils: number }[]> {
  const rows = await ledgerDays(ctx, part)
    .select(["serviceId as service", sql<number>`sum(${signedAmount(part.account)})::bigint`.as("fils")])
    .groupBy("serviceId")
    .orderBy("fils", "desc")
    .orderBy("serviceId")
    .execute();
  return rows.filter(({ fils }) => fils !== 0);
}

/** An empty id stands for no service. */
export function toService(id: string, name: string | null) {
  return id === "" ? null : { id, name: name ?? id };
}

const SELECTIVE_DAYS = 60;

/** Days with postings, if there are few enough to narrow a query of the journal; otherwise null. */
export async function findSelectiveDays(ctx: Ctx, part: AccountFilter): Promise<string[] | null> {
  const rows = await ledgerDays(ctx, part)
    .select("day")
    .distinct()
    .limit(SELECTIVE_DAYS + 1)
    .execute();
  return rows.length > SELECTIVE_DAYS ? null : rows.map(({ day }) => day);
}

export const getAccountTotal = query("books.read", async function getAccountTotal(ctx, part: AccountFilter) {
  const services = await loadAccountSums(ctx, part);
  return { fils: services.reduce((sum, { fils }) => sum + fils, 0) };
});
