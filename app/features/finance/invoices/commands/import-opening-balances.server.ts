import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { type CsvRow, readCsv } from "~/platform/lists/csv-rows.server";
import type { ImportOutcome, ImportRow } from "~/platform/lists/import-outcome";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { hasSeveralPhones, normalizePhone } from "~/platform/text/phone-input";
import { dubaiDate, dubaiInstant, formatDay } from "~/platform/time";
import {
  type OpeningBalance,
  type OpeningBalanceCustomer,
  openingBalanceColumns,
  openingBalanceDateColumns,
  openingBalanceOptionalColumns,
  openingBalanceRow,
  type Series,
} from "../opening-balances/opening-balances";
import { hasIssuedInvoices, loadLastNumbers } from "../opening-balances/opening-balances.server";

/** Imports all rows or none; a dry run reports the result of each. Rows imported before stay unchanged. */
export const importOpeningBalances = command(
  "books.import-opening-balances",
  async function importOpeningBalances(
    ctx,
    { csv, dryRun, ...reading }: CsvReading & { csv: string; dryRun: boolean },
  ) {
    if (await hasIssuedInvoices(ctx)) return refuse("opening-balances-locked");
    const read = readCsv(csv, openingBalanceColumns, openingBalanceRow(dubaiDate(ctx.now)), undefined, {
      ...reading,
      dateColumns: openingBalanceDateColumns,
      optionalColumns: openingBalanceOptionalColumns,
    });
    if (!read.ok) return read;
    const plan: Plan = {
      isForeign: reading.mapping !== undefined,
      customers: await findCustomers(ctx, read.rows),
      byKey: new Map(),
      rows: [],
    };
    const rows: ImportRow[] = [];
    for (const csvRow of read.rows) rows.push(await planRow(ctx, csvRow, plan));
    for (const { line, problems } of read.wrong) {
      rows.push({ line, change: "wrong", title: m.opening_balances_row({ line }), detail: "", problems });
    }
    const wrong = rows.filter(({ change }) => change === "wrong").length;
    rows.sort((a, b) => Number(b.change === "wrong") - Number(a.change === "wrong") || a.line - b.line);
    const outcome: ImportOutcome = { rows, imported: !dryRun };
    if (dryRun) return { ok: true, outcome };
    if (wrong > 0) return refuse("csv-invalid", { count: wrong });
    const added = new Set<string>();
    for (const { row, customer } of plan.rows) {
      if (customer.isNew && !added.has(customer.id)) await addCustomer(ctx, customer);
      added.add(customer.id);
      if (row.kind === "credit") await addOpeningCredit(ctx, customer.id, row.fils);
      else await addOpeningInvoice(ctx, customer.id, row);
    }
    const credits = plan.rows.filter(({ row }) => row.kind === "credit").length;
    const fils = plan.rows.reduce(
      (sum, { row }) => sum + (row.kind === "credit" ? -row.fils : row.totalFils - row.paidFils),
      0,
    );
    await emit(ctx, "books.opening-balances-imported", null, {
      invoices: plan.rows.length - credits,
      credits,
      fils,
    });
    return { ok: true, outcome };
  },
);

type OpenBalance = Exclude<OpeningBalance, { kind: "closed" }>;

/** Customer of a row, also one whom the import adds. */
interface RowCustomer extends OpeningBalanceCustomer {
  id: string;
  isNew: boolean;
}

/** All rows are planned before the first is written, so that preview and import agree. */
interface Plan {
  /** The file of another program, which may have a row per line of an invoice (Zoho Books). */
  isForeign: boolean;
  /** By the line of the row. Rows that are not imported are missing. */
  customers: Map<number, RowCustomer | "several">;
  byKey: Map<string, CsvRow<OpeningBalance>>;
  rows: { row: OpenBalance; customer: RowCustomer }[];
}

async function planRow(ctx: Ctx, { line, row }: CsvRow<OpeningBalance>, plan: Plan): Promise<ImportRow> {
  const title =
    row.kind === "credit"
      ? row.who.name
      : m.opening_balances_row_of({ reference: row.reference, name: bidiIsolate(row.who.name) });
  if (row.kind === "closed")
    return { line, change: "same", title, detail: m.opening_balances_not_open(), problems: [] };
  const detail =
    row.kind === "credit"
      ? m.opening_balances_credit_of({ amount: formatExactMoney(row.fils) })
      : m.opening_balances_open_of({
          amount: formatExactMoney(row.totalFils - row.paidFils),
          day: formatDay(row.due, "date"),
        });
  const wrong = (problem: string): ImportRow => ({
    line,
    change: "wrong",
    title,
    detail,
    problems: [problem],
  });
  const customer = plan.customers.get(line);
  if (!customer) {
    return wrong(
      hasSeveralPhones(row.who.phone!) ? m.booking_error_phone_several() : m.opening_balances_error_phone(),
    );
  }
  if (customer === "several") return wrong(m.opening_balances_error_several());
  const key = row.kind === "credit" ? `credit of ${customer.id}` : row.reference;
  const before = plan.byKey.get(key);
  if (before) {
    const isSame = plan.isForeign && JSON.stringify(before.row) === JSON.stringify(row);
    return isSame
      ? { line, change: "same", title, detail, problems: [] }
      : wrong(m.opening_balances_error_duplicate({ line: before.line }));
  }
  plan.byKey.set(key, { line, row });
  const existing =
    row.kind === "credit"
      ? await findOpeningCredit(ctx, customer.id)
      : await findOpeningInvoice(ctx, row.reference);
  if (existing === "other") return wrong(m.opening_balances_error_reference_taken());
  if (existing) return { line, change: "same", title, detail, problems: [] };
  plan.rows.push({ row, customer });
  return { line, change: "new", title, detail, problems: [] };
}

/**
 * Finds or plans the customer of each row. Rows with an email or phone come first, so that a row with only a name
 * finds their customers in any order of the file. Rows with an invalid phone are left out.
 */
async function findCustomers(ctx: Ctx, rows: readonly CsvRow<OpeningBalance>[]): Promise<Plan["customers"]> {
  const planned: RowCustomer[] = [];
  const customers: Plan["customers"] = new Map();
  const open = rows.flatMap(({ line, row }) => {
    const phone = row.who.phone && normalizePhone(row.who.phone);
    return row.kind === "closed" || (row.who.phone && !phone) ? [] : { line, who: { ...row.who, phone } };
  });
  const isNamedOnly = ({ who }: (typeof open)[number]) => !who.email && !who.phone;
  for (const { line, who } of open.toSorted((a, b) => Number(isNamedOnly(a)) - Number(isNamedOnly(b)))) {
    const found = await findCustomer(ctx, who, planned);
    const customer = found ?? { ...who, id: randomUUID(), isNew: true };
    if (customer !== "several" && !found) planned.push(customer);
    customers.set(line, customer);
  }
  return customers;
}

/** Looks up by email, else phone; by name only if both are missing. `planned`: customers of earlier rows. */
async function findCustomer(
  ctx: Ctx,
  who: OpeningBalanceCustomer,
  planned: readonly RowCustomer[],
): Promise<RowCustomer | "several" | null> {
  const lookUp = async (column: "email" | "phone" | "name", value: string) => {
    const key = value.toLowerCase();
    // Lower-cased values, to use the indexes on email and lower(name).
    const indexedValue = column === "name" ? sql<string>`lower(name)` : sql.ref<string>(column);
    const stored = await ctx.db
      .selectFrom("customers")
      .select(["id", "name", "email", "phone"])
      .where("mergedInto", "is", null)
      .where(indexedValue, "=", key)
      .limit(2)
      .execute();
    const found = [
      ...stored.map((row) => ({ ...row, isNew: false })),
      ...planned.filter((customer) => customer[column]?.toLowerCase() === key),
    ];
    return found.length > 1 ? "several" : (found[0] ?? null);
  };
  const matched =
    (who.email && (await lookUp("email", who.email))) ||
    (who.phone && (await lookUp("phone", who.phone))) ||
    null;
  return matched ?? (who.email || who.phone ? null : lookUp("name", who.name));
}

async function addCustomer(ctx: Ctx, { id, name, email, phone }: RowCustomer): Promise<void> {
  await ctx.db.insertInto("customers").values({ id, name, email, phone, createdAt: ctx.now }).execute();
  await emit(ctx, "customer.added", id, {});
}

async function findOpeningInvoice(ctx: Ctx, reference: string): Promise<"same" | "other" | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select("kind")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row ? (row.kind === "opening" ? "same" : "other") : null;
}

async function findOpeningCredit(ctx: Ctx, customerId: string): Promise<"same" | null> {
  const row = await ctx.db
    .selectFrom("openingCredits")
    .select("id")
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  return row ? "same" : null;
}

/** Only the unpaid part becomes the total, without VAT, because the VAT was declared in the former books. */
async function addOpeningInvoice(
  ctx: Ctx,
  customerId: string,
  row: Extract<OpeningBalance, { kind: "invoice" }>,
): Promise<void> {
  const fils = row.totalFils - row.paidFils;
  await ctx.db
    .insertInto("invoices")
    .values({
      id: randomUUID(),
      kind: "opening",
      reference: row.reference,
      customerId,
      note:
        row.paidFils > 0
          ? m.opening_balances_note({
              total: formatExactMoney(row.totalFils),
              paid: formatExactMoney(row.paidFils),
            })
          : "",
      createdAt: dubaiInstant(row.issued, "12:00"),
      issuedAt: dubaiInstant(row.issued, "12:00"),
      issueDate: row.issued,
      dueDate: row.due,
      netFils: fils,
      vatFils: 0,
      totalFils: fils,
    })
    .execute();
}

async function addOpeningCredit(ctx: Ctx, customerId: string, fils: number): Promise<void> {
  const id = randomUUID();
  await ctx.db
    .insertInto("openingCredits")
    .values({
      id,
      customerId,
      amountFils: fils,
      asOf: dubaiDate(ctx.now),
      recordedBy: userIdOf(ctx.actor),
      recordedAt: ctx.now,
    })
    .execute();
  await ctx.db
    .insertInto("creditEntries")
    .values({ customerId, amountFils: fils, openingCreditId: id, at: ctx.now })
    .execute();
}

const counters = { invoice: "INV", creditNote: "CN", quote: "QT" } as const;

/** Sets the last used number of each series of this year; 0 if none was used. */
export const setLastNumbers = command(
  "books.import-opening-balances",
  async function setLastNumbers(ctx, lastNumbers: Record<Series, number>) {
    const year = Number(dubaiDate(ctx.now).slice(0, 4));
    for (const name of ["invoice", "creditNote", "quote"] as const) {
      // Lock the counter so that no number is assigned concurrently.
      await ctx.db
        .insertInto("counters")
        .values({ kind: counters[name], year, value: 0 })
        .onConflict((conflict) =>
          conflict.columns(["kind", "year"]).doUpdateSet({ value: sql`counters.value` }),
        )
        .execute();
    }
    if (await hasIssuedInvoices(ctx)) return refuse("opening-balances-locked");
    const used = await loadLastNumbers(ctx, "used");
    for (const [name, value] of Object.entries(lastNumbers) as [Series, number][]) {
      if (value < used[name]) return refuse("number-taken", { series: name, last: used[name] });
    }
    for (const name of ["invoice", "creditNote", "quote"] as const) {
      await ctx.db
        .updateTable("counters")
        .set({ value: lastNumbers[name] })
        .where("kind", "=", counters[name])
        .where("year", "=", year)
        .execute();
    }
    await sql`SELECT setval('receipt_numbers', ${Math.max(1, lastNumbers.receipt)}, ${lastNumbers.receipt > 0})`.execute(
      ctx.db,
    );
    await emit(ctx, "books.numbers-set", null, lastNumbers);
    return { ok: true };
  },
);
