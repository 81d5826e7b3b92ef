import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { shiftPeriod } from "~/platform/months";
import { addDays } from "~/platform/time";
import { financialYearOf } from "../../../core/business/financial-year";
import { readSettings } from "../../../core/business/read-settings.server";
import { toService } from "../account-sums.server";
import type { Period } from "../ledger";
import { type Account, accountNames, accounts, incomeAndExpenseAccounts } from "../ledger";
import type { BalanceSheet, ComparedAmounts, ProfitAndLoss } from "../views";

/**
 * Profit and loss statement and balance sheet, from the daily sums of the ledger (docs/domain.md, "Ledger"). Money is AED
 * in fils, days in Asia/Dubai.
 */

type AccountType = (typeof accounts)[Account]["type"];

interface AccountSum {
  account: Account;
  serviceId: string;
  name: string | null;
  /** By the account's normal balance: debit for assets and expenses, credit for the others. */
  fils: number;
}

const debitAccounts = accountNames.filter((name) => ["asset", "expense"].includes(accounts[name].type));

async function sumAccounts(ctx: Ctx, names: readonly Account[], { from, to }: Period): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    SELECT account, service_id, ${textInReaderLanguage("services.name")} AS name,
      sum(CASE WHEN account = ANY(${debitAccounts}) THEN debit_fils - credit_fils ELSE credit_fils - debit_fils END)::bigint AS fils
    FROM ledger_days LEFT JOIN services ON services.id = service_id
    WHERE account = ANY(${names}) AND day BETWEEN ${from} AND ${to} GROUP BY account, service_id, services.id
    ORDER BY services.position NULLS LAST, service_id`.execute(ctx.db);
  return rows;
}

function totalOfType(sums: AccountSum[], type: AccountType): number {
  return sums.reduce(
    (total, { account, fils }) => (accounts[account].type === type ? total + fils : total),
    0,
  );
}

/** Month in which financial years end; 1 is January. */
export async function readLastMonth(ctx: Ctx): Promise<number> {
  return Number((await readSettings(ctx, "money")).values.financialYearEnd);
}

/** Income less expenses; negative for a loss. */
export async function readProfit(ctx: Ctx, period: Period): Promise<number> {
  return profitOf(await sumAccounts(ctx, incomeAndExpenseAccounts, period));
}

function profitOf(sums: AccountSum[]): number {
  return totalOfType(sums, "income") - totalOfType(sums, "expense");
}

/** Income and expenses of a period beside the same days of the year before. Revenue has a row per service. */
export const getProfitAndLoss = query(
  "books.read",
  async function getProfitAndLoss(ctx, { from, to }: Period): Promise<ProfitAndLoss> {
    const before = shiftPeriod({ from, to }, -12);
    const sums = await sumAccounts(ctx, incomeAndExpenseAccounts, { from, to });
    const sumsBefore = await sumAccounts(ctx, incomeAndExpenseAccounts, before);
    return {
      from,
      to,
      before,
      income: compareSums("income", sums, sumsBefore),
      expenses: compareSums("expense", sums, sumsBefore),
      profitFils: profitOf(sums),
      profitBeforeFils: profitOf(sumsBefore),
    };
  },
);

/**
 * Assets, liabilities and equity at the end of `day` beside the end of the financial year before. Profit that no closing
 * has moved to retained earnings yet is shown for the running year and for earlier ones.
 */
export const getBalanceSheet = query(
  "books.read",
  async function getBalanceSheet(ctx, { day }: { day: string }): Promise<BalanceSheet> {
    const lastMonth = await readLastMonth(ctx);
    const year = financialYearOf(day, lastMonth);
    const dayBefore = addDays(year.from, -1);
    const now = await readBalances(ctx, day, year.from);
    const before = await readBalances(ctx, dayBefore, financialYearOf(dayBefore, lastMonth).from);
    const equity = compareSums("equity", now.balances, before.balances);
    const earlierProfit = { fils: now.earlierProfit, beforeFils: before.earlierProfit };
    const profit = { fils: now.profit, beforeFils: before.profit };
    return {
      day,
      dayBefore,
      assets: compareSums("asset", now.balances, before.balances),
      liabilities: compareSums("liability", now.balances, before.balances),
      equity: { rows: equity.rows, ...totalOf([equity, earlierProfit, profit]) },
      earlierProfit,
      profit,
    };
  },
);

const balanceAccounts = accountNames.filter(
  (name) => !incomeAndExpenseAccounts.includes(name) && name !== "profit-carried-forward",
);

async function readBalances(ctx: Ctx, day: string, yearStart: string) {
  const balances = await sumAccounts(ctx, balanceAccounts, { from: "2000-01-01", to: day });
  const profit = await readProfit(ctx, { from: yearStart, to: day });
  // Entries balance, so the rest of the equity is profit that is not carried forward.
  const openProfit =
    totalOfType(balances, "asset") - totalOfType(balances, "liability") - totalOfType(balances, "equity");
  return { balances, profit, earlierProfit: openProfit - profit };
}

/** Rows of an account type in both periods, without those that are zero in both, and their totals. */
function compareSums(type: AccountType, now: AccountSum[], before: AccountSum[]) {
  const keyOf = ({ account, serviceId }: AccountSum) => `${account} ${serviceId}`;
  const sums = new Map<string, AccountSum & { beforeFils: number }>();
  for (const sum of now) sums.set(keyOf(sum), { ...sum, beforeFils: 0 });
  for (const sum of before)
    sums.set(keyOf(sum), { ...sum, fils: sums.get(keyOf(sum))?.fils ?? 0, beforeFils: sum.fils });
  const rows = [...sums.values()]
    .filter(
      ({ account, fils, beforeFils }) => accounts[account].type === type && (fils !== 0 || beforeFils !== 0),
    )
    .map(({ account, serviceId, name, fils, beforeFils }) => ({
      account,
      service: toService(serviceId, name),
      fils,
      beforeFils,
    }))
    .sort((a, b) => accountNames.indexOf(a.account) - accountNames.indexOf(b.account));
  return { rows, ...totalOf(rows) };
}

function totalOf(rows: readonly ComparedAmounts[]): ComparedAmounts {
  return {
    fils: rows.reduce((sum, { fils }) => sum + fils, 0),
    beforeFils: rows.reduce((sum, { beforeFils }) => sum + beforeFils, 0),
  };
}
