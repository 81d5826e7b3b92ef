import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { dubaiDate } from "~/platform/time";
import { type Emirate, emirateCodes } from "~/platform/uae/emirates";
import { billedName } from "../../core/customers/billed-name.server";
import { findSelectiveDays, signedAmount, toService } from "./account-sums.server";
import {
  type Account,
  accountNames,
  type EntryKind,
  incomeAndExpenseAccounts,
  monthsToClose,
  NO_SERVICE,
  type Period,
  type VatBox,
} from "./ledger";
import { findManualFacts } from "./manual-journals/manual-journals.server";
import { findNextReturn } from "./vat-returns/next-return.server";
import type {
  Closings,
  EntryDetail,
  EntryRow,
  RevenueByMonth,
  TrialBalance,
  VatDocument,
  VatReturn,
} from "./views";

/**
 * Ledger queries. Sums come from the daily totals (`ledger_days`) instead of the lines, to stay fast. Money
 * is AED in fils, days are in Asia/Dubai.
 */

const EARLIEST = "2000-01-01";
const LATEST = "2199-12-31";

/**
 * Balance of each account at the end of `day`; income and expenses since the last financial year that was closed before
 * it.
 */
export const getTrialBalance = query(
  "books.read",
  async function getTrialBalance(ctx, { day }: { day: string }): Promise<TrialBalance> {
    const { rows } = await sql<{
      account: Account;
      serviceId: string;
      name: string | null;
      fils: number;
    }>`
      SELECT account, service_id, ${textInReaderLanguage("services.name")} AS name, sum(debit_fils - credit_fils)::bigint AS fils
      FROM ledger_days LEFT JOIN services ON services.id = service_id
      WHERE day <= ${day} AND account <> 'profit-carried-forward' AND (account <> ALL(${incomeAndExpenseAccounts})
        OR day > coalesce((SELECT max(ends_on) FROM financial_years WHERE ends_on < ${day}), '-infinity'))
      GROUP BY account, service_id, services.id
      ORDER BY services.position NULLS LAST, service_id`.execute(ctx.db);
    const balances = rows.map(({ account, serviceId, name, fils }) => ({
      account,
      service: toService(serviceId, name),
      debitFils: Math.max(fils, 0),
      creditFils: Math.max(-fils, 0),
    }));
    balances.sort((a, b) => accountNames.indexOf(a.account) - accountNames.indexOf(b.account));
    return { day, rows: balances, totalFils: balances.reduce((sum, { debitFils }) => sum + debitFils, 0) };
  },
);

/** Revenue by service for the twelve months that end with the month of `day`. */
export const getRevenueByMonth = query(
  "books.read",
  async function getRevenueByMonth(ctx, { day }: { day: string }): Promise<RevenueByMonth> {
    const months = twelveMonths(day);
    const { rows } = await sql<{ month: string; serviceId: string; name: string | null; fils: number }>`
      SELECT date_trunc('month', day)::date::text AS month, service_id, ${textInReaderLanguage("services.name")} AS name, sum(credit_fils - debit_fils)::bigint AS fils
      FROM ledger_days LEFT JOIN services ON services.id = service_id
      WHERE account = 'revenue' AND day >= ${months[0]} AND day < ${months.at(-1)}::date + interval '1 month'
      GROUP BY 1, 2, 3, services.position ORDER BY services.position NULLS LAST, service_id`.execute(ctx.db);
    const services = [...new Set(rows.map(({ serviceId }) => serviceId))].map((id) => {
      const serviceRows = rows.filter(({ serviceId }) => serviceId === id);
      const fils = months.map((first) => serviceRows.find(({ month }) => month === first)?.fils ?? 0);
      return { service: toService(id, serviceRows[0]!.name), fils };
    });
    const totalFils = months.map((_, at) => services.reduce((sum, { fils }) => sum + fils[at]!, 0));
    return { months, services, totalFils };
  },
);

/**
 * Output side of the VAT return (form VAT 201), without what a voluntary disclosure declared. Purchases are not recorded
 * here.
 */
export const getVatReturn = query(
  "books.read",
  async function getVatReturn(ctx, { from, to }: Period): Promise<VatReturn> {
    const { rows } = await sql<{ vat: string; emirate: Emirate; net: number; tax: number }>`
      SELECT vat, emirate, coalesce(sum(fils) FILTER (WHERE account <> 'output-vat'), 0)::bigint AS net,
        coalesce(sum(fils) FILTER (WHERE account = 'output-vat'), 0)::bigint AS tax
      FROM (
        SELECT vat, emirate, account, credit_fils - debit_fils AS fils FROM ledger_days WHERE vat <> '' AND day BETWEEN ${from} AND ${to}
        UNION ALL
        SELECT vat, emirate, account, debit_fils - credit_fils FROM vat_disclosure_entries JOIN ledger_entries ON ledger_entries.id = entry_id
          JOIN ledger_lines USING (entry_id) WHERE vat IS NOT NULL AND day BETWEEN ${from} AND ${to}
      ) AS line GROUP BY vat, emirate`.execute(ctx.db);
    const adjustmentOf = (emirate: Emirate) =>
      rows.find((total) => total.vat === "bad-debt" && total.emirate === emirate)?.tax ?? 0;
    const netOf = (treatment: string) =>
      rows.filter(({ vat }) => vat === treatment).reduce((sum, { net }) => sum + net, 0);
    const standard = emirateCodes.map((emirate) => {
      const row = rows.find((total) => total.vat === "standard" && total.emirate === emirate);
      return {
        emirate,
        netFils: row?.net ?? 0,
        vatFils: row?.tax ?? 0,
        adjustmentFils: adjustmentOf(emirate),
      };
    });
    const vatFils = standard.reduce((sum, row) => sum + row.vatFils, 0);
    const adjustmentFils = standard.reduce((sum, row) => sum + row.adjustmentFils, 0);
    return {
      from,
      to,
      standard,
      adjustmentFils,
      zeroFils: netOf("zero"),
      exemptFils: netOf("exempt"),
      netFils: rows.reduce((sum, { net }) => sum + net, 0),
      vatFils,
      dueFils: vatFils + adjustmentFils,
    };
  },
);

/** Customer of an entry, by `kind` and `source_id`. */
const customerOfEntry = sql<string | null>`CASE
    WHEN kind IN ('invoice', 'deposit', 'opening', 'deposit-forfeited', 'credit-used', 'advance', 'advance-settled') THEN (SELECT customer_id FROM invoices WHERE id = source_id)
    WHEN kind = 'credit-note' THEN (SELECT customer_id FROM invoices JOIN credit_notes ON invoices.id = invoice_id WHERE credit_notes.id = source_id)
    WHEN kind = 'write-off' THEN (SELECT customer_id FROM invoices JOIN write_offs ON invoices.id = invoice_id WHERE write_offs.id = source_id)
    WHEN kind IN ('write-off-reversed', 'bad-debt-recovered') THEN (SELECT customer_id FROM invoices
      JOIN write_offs ON invoices.id = invoice_id JOIN write_off_reversals ON write_offs.id = write_off_id WHERE write_off_reversals.id = source_id)
    WHEN kind LIKE 'bad-debt-relief%' THEN (SELECT customer_id FROM invoices
      JOIN bad_debt_reliefs ON invoices.id = invoice_id WHERE bad_debt_reliefs.id = source_id)
    WHEN kind LIKE 'payment%' OR kind = 'fee' THEN (SELECT customer_id FROM payments WHERE id = source_id)
    WHEN kind LIKE 'refund%' THEN (SELECT customer_id FROM refunds WHERE id = source_id)
    WHEN kind LIKE 'cheque%' THEN (SELECT customer_id FROM cheques WHERE id = source_id)
    WHEN kind = 'opening-credit' THEN (SELECT customer_id FROM opening_credits WHERE id = source_id)
    WHEN kind = 'contract-revenue' THEN (SELECT customer_id FROM contracts WHERE id = source_id) END`;

const byDay = keyset("desc", ["day", "day"], ["number", "id"]);

/** Documents behind a box of the VAT return, latest first; they add up to its figure. */
export const listVatDocuments = query(
  "books.read",
  async function listVatDocuments(ctx, { from, to, box, ...page }: Period & PageParams & { box: VatBox }) {
    const inEmirate = emirateCodes.some((emirate) => emirate === box);
    const taxed = sql<{
      id: number;
      kind: EntryKind;
      reference: string;
      day: string;
      invoiceId: string;
      net: number;
      tax: number;
    }>`(
      SELECT entry.id, kind, reference, day, coalesce(credit_notes.invoice_id, source_id) AS invoice_id, line.net, line.tax
      FROM ledger_entries AS entry
      JOIN LATERAL (
        SELECT coalesce(sum(credit_fils - debit_fils) FILTER (WHERE account <> 'output-vat'), 0)::bigint AS net,
          coalesce(sum(credit_fils - debit_fils) FILTER (WHERE account = 'output-vat'), 0)::bigint AS tax
        FROM ledger_lines WHERE entry_id = entry.id AND vat = ${inEmirate ? "standard" : box}
          ${inEmirate ? sql`AND emirate = ${box}` : sql``} HAVING count(*) > 0
      ) AS line ON true
      LEFT JOIN LATERAL (SELECT invoice_id FROM credit_notes WHERE kind = 'credit-note' AND credit_notes.id = source_id) AS credit_notes ON true
      WHERE kind IN ('invoice', 'deposit', 'credit-note', 'advance', 'advance-settled') AND day BETWEEN ${from} AND ${to}
        AND NOT EXISTS (SELECT FROM vat_disclosure_entries WHERE entry_id = entry.id)
    )`;
    const { rows, nextCursor } = await readPage(
      ctx.db.selectFrom(taxed.as("documents")).selectAll(),
      byDay,
      page,
    );
    const documents = rows.map(
      ({ id, kind, reference, day, invoiceId, net, tax }): VatDocument => ({
        entryId: id,
        kind,
        reference,
        invoiceId,
        box,
        day,
        netFils: net,
        vatFils: tax,
      }),
    );
    return { documents, nextCursor };
  },
);

export interface EntryFilter extends PageParams {
  from?: string;
  to?: string;
  kind?: EntryKind;
  account?: Account;
  /** Service id or `NO_SERVICE`; only revenue has a service. */
  service?: string;
  /** Only entries that were posted later than their day, because its period was closed. */
  late?: "yes";
  /** Part of a document number. */
  search?: string;
}

export const listEntries = query("books.read", async function listEntries(ctx, filter: EntryFilter) {
  const { from = EARLIEST, to = LATEST, kind, service, late, search } = filter;
  const account = filter.account ?? (service ? "revenue" : undefined);
  let selection = selectEntries(ctx, account && { account, service })
    .where("day", ">=", from)
    .where("day", "<=", to);
  if (kind) selection = selection.where("kind", "=", kind);
  if (late) selection = selection.whereRef("documentDay", "<", "day");
  if (search) selection = selection.where(matchesSearch("ledgerEntries", search));
  if (account) {
    selection = selection.where(sql<boolean>`EXISTS (SELECT FROM ${accountLines({ account, service })})`);
    const days = await findSelectiveDays(ctx, { account, service, from, to });
    if (days) selection = selection.where(sql<boolean>`day = ANY(${days}::date[])`);
  }
  const { rows, nextCursor } = await readPage(selection, byDay, filter);
  return { entries: rows.map(toEntryRow), nextCursor };
});

export const findEntry = query(
  "books.read",
  async function findEntry(ctx, id: string): Promise<EntryDetail | null> {
    const row = await selectEntries(ctx).where("id", "=", Number(id)).executeTakeFirst();
    if (!row) return null;
    const manual = row.kind === "journal" ? await findManualFacts(ctx, row.sourceId) : null;
    return { ...toEntryRow(row), manual };
  },
);

type EntryLines = {
  account: Account;
  service: string | null;
  name: string | null;
  debit: number;
  credit: number;
}[];

function accountLines({ account, service }: { account: Account; service?: string }) {
  const ofService = !service
    ? sql``
    : service === NO_SERVICE
      ? sql`AND service_id IS NULL`
      : sql`AND service_id = ${service}`;
  return sql`ledger_lines WHERE entry_id = ledger_entries.id AND account = ${account} ${ofService}`;
}

function selectEntries(ctx: Ctx, part?: { account: Account; service?: string }) {
  return ctx.db
    .selectFrom("ledgerEntries")
    .select(["id", "kind", "sourceId", "reference", "day", "documentDay", "totalFils"])
    .select([
      sql<EntryLines>`(SELECT jsonb_agg(jsonb_build_object('account', account, 'service', service_id, 'name', ${textInReaderLanguage("services.name")},
          'debit', debit_fils, 'credit', credit_fils) ORDER BY line.position)
        FROM ledger_lines AS line LEFT JOIN services ON services.id = service_id WHERE entry_id = ledger_entries.id)`.as(
        "lines",
      ),
      (part
        ? sql<number | null>`(SELECT sum(${signedAmount(part.account)})::bigint FROM ${accountLines(part)})`
        : sql<number | null>`NULL::bigint`
      ).as("accountFils"),
      sql<
        string | null
      >`CASE WHEN kind = 'credit-note' THEN (SELECT invoice_id FROM credit_notes WHERE credit_notes.id = source_id)
        WHEN kind = 'write-off' THEN (SELECT invoice_id FROM write_offs WHERE write_offs.id = source_id)
        WHEN kind IN ('write-off-reversed', 'bad-debt-recovered') THEN (SELECT invoice_id FROM write_offs
          JOIN write_off_reversals ON write_offs.id = write_off_id WHERE write_off_reversals.id = source_id)
        WHEN kind LIKE 'bad-debt-relief%' THEN (SELECT invoice_id FROM bad_debt_reliefs WHERE bad_debt_reliefs.id = source_id)
        WHEN kind IN ('invoice', 'deposit', 'opening', 'deposit-forfeited', 'credit-used', 'advance', 'advance-settled')
          THEN source_id END`.as("invoiceId"),
      sql<
        string | null
      >`CASE WHEN kind LIKE 'refund%' THEN (SELECT payment_id FROM refunds WHERE refunds.id = source_id) END`.as(
        "refundsPayment",
      ),
      customerOfEntry.as("customerId"),
      sql<
        string | null
      >`(SELECT coalesce(company, name) FROM customers WHERE customers.id = ${customerOfEntry})`.as(
        "customer",
      ),
    ]);
}

type Entry = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number];

function toEntryRow(row: Entry): EntryRow {
  return {
    id: String(row.id),
    kind: row.kind,
    reference: row.reference,
    day: row.day,
    documentDay: row.documentDay,
    fils: row.totalFils,
    accountFils: row.accountFils,
    source: linkedRecord(row),
    customer: row.customer,
    lines: row.lines.map(({ account, service, name, debit, credit }) => ({
      account,
      service: toService(service ?? "", name),
      debitFils: debit,
      creditFils: credit,
    })),
  };
}

/** Links to the document or money movement, otherwise to the customer. */
function linkedRecord(row: Entry): EntryRow["source"] {
  const { kind, sourceId: source } = row;
  if (row.invoiceId) return { record: "invoice", id: row.invoiceId };
  if (kind.startsWith("payment") || kind === "fee") return { record: "payment", id: source };
  if (kind.startsWith("cheque")) return { record: "cheque", id: source };
  if (kind.startsWith("payout") || kind === "provider-fee" || kind === "dispute-fee")
    return { record: "payout", id: source };
  if (row.refundsPayment) return { record: "payment", id: row.refundsPayment };
  return row.customerId ? { record: "customer", id: row.customerId } : null;
}

export const getClosings = query("books.read", async function getClosings(ctx): Promise<Closings> {
  const rows = await ctx.db
    .selectFrom("ledgerClosings")
    .leftJoin("users", "users.id", "closedBy")
    .select(["closedThrough", "closedAt", "users.name"])
    .orderBy("closedThrough", "desc")
    .limit(60)
    .execute();
  const through = rows[0]?.closedThrough ?? null;
  return {
    through,
    closableDays: monthsToClose(dubaiDate(ctx.now), through, (await findNextReturn(ctx))?.to),
    closed: rows.map(({ closedThrough, closedAt, name }) => ({
      through: closedThrough,
      closedBy: name,
      closedAt: closedAt.toISOString(),
    })),
  };
});

export interface LedgerExportLine {
  entry: number;
  day: string;
  documentDay: string;
  kind: EntryKind;
  reference: string;
  account: Account;
  service: string | null;
  debit: number;
  credit: number;
  vat: "standard" | "zero" | "exempt" | "bad-debt" | null;
  emirate: Emirate | null;
  /** Name as on invoices. */
  customer: string | null;
  /** Null unless the entry is manual. */
  reason: string | null;
}

const PAGE_SIZE = 2_000;

/** Streams the lines of a period in journal order, page by page so that the download starts at once. */
export const exportLines = query("books.read", async function exportLines(ctx, period: Period) {
  return readLines(ctx, period);
});

async function* readLines(ctx: Ctx, { from, to }: Period): AsyncGenerator<LedgerExportLine[]> {
  let after = { day: EARLIEST, entry: 0 };
  for (;;) {
    const { rows } = await sql<LedgerExportLine>`
      WITH entry AS (
        SELECT * FROM ledger_entries WHERE day BETWEEN ${from} AND ${to} AND (day, id) > (${after.day}::date, ${after.entry}::bigint)
        ORDER BY day, id LIMIT ${PAGE_SIZE}
      )
      SELECT entry.id AS entry, entry.day::text, document_day::text, kind, entry.reference, account, ${textInReaderLanguage("services.name")} AS service, debit_fils AS debit,
        credit_fils AS credit, vat, emirate, ${billedName} AS customer, manual_journals.reason
      FROM entry JOIN ledger_lines AS line ON line.entry_id = entry.id
      LEFT JOIN services ON services.id = line.service_id
      LEFT JOIN manual_journals ON kind = 'journal' AND manual_journals.id = source_id
      LEFT JOIN customers ON customers.id = ${customerOfEntry}
      ORDER BY entry.day, entry.id, line.position`.execute(ctx.db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { day: last.day, entry: last.entry };
  }
}

/** First days of the twelve months that end with the month of `day`. */
function twelveMonths(day: string): string[] {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return Array.from({ length: 12 }, (_, at) =>
    new Date(Date.UTC(year, month - 12 + at, 1)).toISOString().slice(0, 10),
  );
}
