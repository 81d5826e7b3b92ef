import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import type { Emirate } from "~/platform/uae/emirates";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import type { Account, Period } from "../ledger";
import { allocateCredit, type CreditSource, type CreditUse } from "./allocate-credit";
import type { ZohoTreatment } from "./zoho-tax";

/**
 * Documents for the imports of Zoho Books (docs/domain.md, "Ledger"), as they stand now. Days are those of the journal,
 * because Zoho's VAT return goes by the date of a document. Money is AED in fils.
 */

export interface ZohoLine {
  description: string;
  /** Null for lines that are one amount. */
  priced: { thousandths: number; unit: string; unitFils: number; discountFils: number } | null;
  grossFils: number;
  vatFils: number;
  percent: number;
  account: Account;
  treatment: ZohoTreatment;
  /** Article by which an untaxed line is; null for opening balances, write-offs and suppliers who are not registered. */
  article: VatTreatment | null;
}

interface ZohoDocument {
  number: string;
  day: string;
  customer: string;
  trn: string | null;
  emirate: Emirate;
  lines: ZohoLine[];
}

export interface ZohoInvoice extends ZohoDocument {
  dueDate: string;
  issueDate: string;
}

export interface Application {
  invoice: string;
  /** Day of the invoice. */
  day: string;
  fils: number;
}

export interface ZohoCreditNote extends ZohoDocument {
  applied: Application[];
}

export interface ZohoPayment {
  number: string;
  day: string;
  customer: string;
  method: "cash" | "card" | "transfer" | "cheque" | null;
  account: Account;
  /** Without what was reversed. */
  fils: number;
  note: string;
  applied: Application[];
}

const PAGE_SIZE = 500;
const CUSTOMERS_OF_PAGE = 200;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const EARLIEST = "2000-01-01";

export const exportZohoInvoices = query("books.read", async function exportZohoInvoices(ctx, period: Period) {
  return readInvoices(ctx, period);
});

export const exportZohoCreditNotes = query(
  "books.read",
  async function exportZohoCreditNotes(ctx, period: Period) {
    return readCreditNotes(ctx, period);
  },
);

export const exportZohoPayments = query("books.read", async function exportZohoPayments(ctx, period: Period) {
  return readPayments(ctx, period);
});

/** A line with its treatment as in the journal (`document_ledger_lines`). `line`: alias of the line's table. */
const lineOf = (
  line: string,
  { treatment, seller, account }: Record<"treatment" | "seller" | "account", ReturnType<typeof sql>>,
) =>
  sql`jsonb_build_object('description', ${sql.ref(`${line}.description`)}, 'grossFils', ${sql.ref(`${line}.gross_fils`)},
    'vatFils', ${sql.ref(`${line}.vat_fils`)}, 'percent', ${sql.ref(`${line}.vat_percent`)}, 'account', ${account},
    'treatment', CASE WHEN ${seller}->>'trn' IS NULL THEN 'out-of-scope'
      WHEN ${treatment} LIKE 'DL8.45%' THEN 'zero' WHEN ${treatment} LIKE 'DL8.46%' THEN 'exempt'
      WHEN ${treatment} <> 'standard' THEN 'out-of-scope' WHEN ${sql.ref(`${line}.vat_percent`)} > 0 THEN 'standard' ELSE 'zero' END,
    'article', nullif(${treatment}, 'standard'),
    'priced', jsonb_build_object('thousandths', ${sql.ref(`${line}.quantity_hundredths`)} * 10 + ${sql.ref(`${line}.quantity_thousandths`)},
      'unit', ${sql.ref(`${line}.unit`)}, 'unitFils', ${sql.ref(`${line}.unit_fils`)}, 'discountFils', ${sql.ref(`${line}.discount_fils`)}))`;

/** A line of `fils` without VAT. */
function untaxedLine(description: string, account: Account, fils: number): ZohoLine {
  return {
    description,
    priced: null,
    grossFils: fils,
    vatFils: 0,
    percent: 0,
    account,
    treatment: "out-of-scope",
    article: null,
  };
}

/**
 * Advances move VAT to the day of a payment and back (docs/domain.md, "Ledger"). In Zoho one of the two entries is an
 * invoice, the other one a credit note for it. `sign`: 1 for entries that add to receivables.
 */
const advanceLines = (sign: 1 | -1) => sql`(
  SELECT jsonb_agg(jsonb_build_object('description', '', 'priced', NULL, 'grossFils', gross, 'vatFils', tax,
    'percent', CASE vat WHEN 'standard' THEN (SELECT max(vat_percent) FROM invoice_lines WHERE invoice_id = entry.source_id) ELSE 0 END,
    'account', 'customer-deposits', 'treatment', vat, 'article', NULL) ORDER BY vat)
  FROM (
    SELECT vat, ${sign} * sum(credit_fils - debit_fils)::bigint AS gross,
      ${sign} * coalesce(sum(credit_fils - debit_fils) FILTER (WHERE account = 'output-vat'), 0)::bigint AS tax
    FROM ledger_lines WHERE entry_id = entry.id AND account <> 'receivables' GROUP BY vat
  ) AS taxed)`;

const receivableOfEntry = sql`(SELECT sum(debit_fils - credit_fils) FROM ledger_lines WHERE entry_id = entry.id AND account = 'receivables')`;
const numberOfAdvance = sql`invoices.reference || '-ADV' || entry.occurrence`;

async function* readInvoices(ctx: Ctx, { from, to }: Period): AsyncGenerator<ZohoInvoice[]> {
  const nameOf = await readUniqueNames(ctx);
  const today = dubaiDate(ctx.now);
  let after = { day: EARLIEST, entry: 0 };
  for (;;) {
    const { rows } = await sql<{
      entry: number;
      kind: string;
      day: string;
      number: string;
      customerId: string;
      name: string;
      trn: string | null;
      emirate: Emirate;
      dueDate: string;
      issueDate: string;
      totalFils: number;
      covered: boolean;
      lastCheque: string | null;
      isDocument: boolean;
      lines: ZohoLine[] | null;
    }>`
      WITH entry AS (
        SELECT * FROM ledger_entries WHERE kind IN ('invoice', 'deposit', 'opening', 'advance', 'advance-settled')
          AND day BETWEEN ${from} AND ${to} AND (day, id) > (${after.day}::date, ${after.entry}::bigint)
        ORDER BY day, id LIMIT ${PAGE_SIZE}
      )
      SELECT entry.id AS entry, entry.kind, entry.day::text, CASE WHEN is_document THEN invoices.reference ELSE ${numberOfAdvance} END AS number,
        customers.id AS customer_id, coalesce(company, name) AS name, buyer->>'trn' AS trn, seller_emirate(seller) AS emirate,
        due_date::text, issue_date::text, CASE WHEN is_document THEN invoices.total_fils ELSE ${receivableOfEntry} END::bigint AS total_fils,
        is_document, is_document AND open_fils > 0 AND held_fils >= open_fils AS covered,
        (SELECT max(dated)::text FROM cheques WHERE invoice_id = invoices.id AND cheques.state IN ('received', 'deposited')) AS last_cheque,
        CASE WHEN is_document THEN (
          SELECT jsonb_agg(${lineOf("line", {
            treatment: sql`line.vat_treatment`,
            seller: sql`invoices.seller`,
            account: sql`CASE WHEN line.deducted_deposit_id IS NOT NULL OR invoices.kind = 'deposit' THEN 'customer-deposits'
              WHEN invoices.contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END`,
          })} ORDER BY line.position) FROM invoice_lines AS line WHERE line.invoice_id = invoices.id
        ) ELSE ${advanceLines(1)} END AS lines
      FROM entry JOIN invoices ON invoices.id = entry.source_id JOIN customers ON customers.id = customer_id,
        LATERAL (SELECT entry.kind NOT LIKE 'advance%' AS is_document) AS found
      ORDER BY entry.day, entry.id`.execute(ctx.db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows
      .filter(({ isDocument, totalFils }) => isDocument || totalFils > 0)
      .map(({ kind, lines, isDocument, covered, lastCheque, ...row }) => ({
        number: row.number,
        day: row.day,
        customer: nameOf(row.customerId, row.name),
        trn: row.trn,
        emirate: row.emirate,
        issueDate: row.issueDate,
        // An advance and its counterpart add up to nothing.
        dueDate: isDocument ? agreedDueDate(row.dueDate, covered, lastCheque, today) : row.day,
        lines: kind === "opening" || !lines ? [untaxedLine(row.number, "opening", row.totalFils)] : lines,
      }));
    after = { day: last.day, entry: last.entry };
  }
}

/** An invoice that cheques in hand cover is not overdue, so it is due with the last of them, today at the earliest. */
function agreedDueDate(dueDate: string, covered: boolean, lastCheque: string | null, today: string): string {
  if (!covered) return dueDate;
  return [dueDate, lastCheque ?? dueDate, today].toSorted().at(-1)!;
}

async function* readCreditNotes(ctx: Ctx, { from, to }: Period): AsyncGenerator<ZohoCreditNote[]> {
  const nameOf = await readUniqueNames(ctx);
  for await (const customers of readCustomers(ctx)) {
    const credit = await readCreditParts(ctx, customers);
    const { rows } = await sql<{
      id: string;
      number: string;
      day: string;
      customerId: string;
      name: string;
      trn: string | null;
      emirate: Emirate;
      kind: "note" | "write-off" | "advance";
      fils: number;
      lines: ZohoLine[] | null;
      invoice: string;
      invoiceDay: string;
      appliedFils: number;
    }>`
      WITH document AS (
        SELECT invoices.*, own.day FROM invoices
        JOIN ledger_entries AS own ON own.source_id = invoices.id AND own.kind IN ('invoice', 'deposit', 'opening')
        WHERE customer_id = ANY(${customers}::uuid[]) AND issued_at IS NOT NULL
      )
      SELECT credit_notes.id, credit_notes.reference AS number, entry.day::text, document.customer_id, coalesce(company, name) AS name,
        credit_notes.buyer->>'trn' AS trn, seller_emirate(coalesce(document.seller, credit_notes.seller)) AS emirate, 'note' AS kind, credit_notes.total_fils AS fils, (
          SELECT jsonb_agg(${lineOf("line", {
            treatment: sql`coalesce(corrected.vat_treatment, line.vat_treatment)`,
            // The seller of an opening balance is in the former books.
            seller: sql`coalesce(document.seller, credit_notes.seller)`,
            account: sql`CASE WHEN corrected.deducted_deposit_id IS NOT NULL OR document.kind = 'deposit' THEN
                CASE WHEN EXISTS (SELECT FROM ledger_lines WHERE entry_id = entry.id AND account = 'customer-deposits') THEN 'customer-deposits' ELSE 'revenue' END
              WHEN document.contract_id IS NOT NULL THEN 'deferred-contract-revenue' ELSE 'revenue' END`,
          })} ORDER BY line.position)
          FROM credit_note_lines AS line
          LEFT JOIN invoice_lines AS corrected ON corrected.invoice_id = line.invoice_id AND corrected.position = line.invoice_position
          WHERE line.credit_note_id = credit_notes.id
        ) AS lines, document.reference AS invoice, document.day::text AS invoice_day,
        (SELECT coalesce(sum(amount_fils), 0) FROM settlements WHERE settlements.credit_note_id = credit_notes.id)::bigint AS applied_fils
      FROM document JOIN credit_notes ON credit_notes.invoice_id = document.id JOIN customers ON customers.id = document.customer_id
      JOIN ledger_entries AS entry ON entry.source_id = credit_notes.id AND entry.kind = 'credit-note'
      UNION ALL
      SELECT write_offs.id, 'WO-' || document.reference || '-' || row_number() OVER (PARTITION BY document.id ORDER BY write_offs.recorded_at, write_offs.id),
        entry.day::text, document.customer_id, coalesce(company, name), buyer->>'trn', seller_emirate(seller), 'write-off', lost.fils, NULL,
        document.reference, document.day::text, lost.fils
      FROM document JOIN write_offs ON write_offs.invoice_id = document.id JOIN customers ON customers.id = customer_id
      JOIN ledger_entries AS entry ON entry.source_id = write_offs.id AND entry.kind = 'write-off',
        LATERAL (SELECT write_offs.amount_fils - coalesce(sum(amount_fils), 0)::bigint AS fils FROM write_off_reversals WHERE write_off_id = write_offs.id) AS lost
      UNION ALL
      SELECT document.id, ${sql`'CN-' || document.reference || '-ADV' || entry.occurrence`}, entry.day::text, customer_id, coalesce(company, name), buyer->>'trn',
        seller_emirate(seller), 'advance', -${receivableOfEntry}::bigint, ${advanceLines(-1)}, document.reference || '-ADV' || entry.occurrence, other.day::text, -${receivableOfEntry}::bigint
      FROM document JOIN customers ON customers.id = customer_id
      JOIN ledger_entries AS entry ON entry.source_id = document.id AND entry.kind LIKE 'advance%'
      JOIN ledger_entries AS other ON other.source_id = document.id AND other.kind LIKE 'advance%' AND other.occurrence = entry.occurrence AND other.id <> entry.id
      ORDER BY 3, 2`.execute(ctx.db);
    yield rows
      .filter(({ kind, fils }) => kind === "note" || fils > 0)
      .map((row) => ({
        number: row.number,
        day: row.day,
        customer: nameOf(row.customerId, row.name),
        trn: row.trn,
        emirate: row.emirate,
        lines: row.lines ?? [untaxedLine(row.invoice, "bad-debts", row.fils)],
        applied: [
          { invoice: row.invoice, day: row.invoiceDay, fils: row.appliedFils },
          ...(credit.get(row.id) ?? []),
        ].filter(({ fils }) => fils > 0),
      }))
      .flatMap((note) => inPeriod(note, { from, to }));
  }
}

async function* readPayments(ctx: Ctx, { from, to }: Period): AsyncGenerator<ZohoPayment[]> {
  const nameOf = await readUniqueNames(ctx);
  for await (const customers of readCustomers(ctx)) {
    const credit = await readCreditParts(ctx, customers);
    const { rows } = await sql<{
      id: string;
      number: string;
      day: string;
      customerId: string;
      name: string;
      method: ZohoPayment["method"];
      account: Account;
      fils: number;
      note: string;
      applied: Application[] | null;
    }>`
      SELECT payments.id, payments.reference AS number, entry.day::text, customer_id, coalesce(company, name) AS name, method,
        payment_method_account(method) AS account, amount_fils - reversed_fils AS fils, note, (
          SELECT jsonb_agg(jsonb_build_object('invoice', reference, 'day', day, 'fils', fils) ORDER BY first) FROM (
            SELECT invoices.reference, own.day, sum(settlements.amount_fils)::bigint AS fils, min(settlements.id) AS first
            FROM settlements JOIN invoices ON invoices.id = invoice_id
            JOIN ledger_entries AS own ON own.source_id = invoices.id AND own.kind IN ('invoice', 'deposit', 'opening')
            WHERE payment_id = payments.id GROUP BY invoices.reference, own.day HAVING sum(settlements.amount_fils) > 0
          ) AS settled
        ) AS applied
      FROM payments JOIN customers ON customers.id = customer_id
      JOIN ledger_entries AS entry ON entry.source_id = payments.id AND entry.kind = 'payment'
      WHERE customer_id = ANY(${customers}::uuid[]) AND amount_fils > reversed_fils
      UNION ALL
      SELECT opening_credits.id, 'OPENING-' || entry.id, entry.day::text, customer_id, coalesce(company, name), NULL, 'opening', amount_fils, '', NULL
      FROM opening_credits JOIN customers ON customers.id = customer_id
      JOIN ledger_entries AS entry ON entry.source_id = opening_credits.id AND entry.kind = 'opening-credit'
      WHERE customer_id = ANY(${customers}::uuid[])
      ORDER BY 3, 2`.execute(ctx.db);
    yield rows
      .map(({ id, customerId, name, applied, ...payment }) => ({
        ...payment,
        customer: nameOf(customerId, name),
        applied: [...(applied ?? []), ...(credit.get(id) ?? [])],
      }))
      .flatMap((payment) => inPeriod(payment, { from, to }));
  }
}

/**
 * Documents of the period, and earlier ones whose credit an invoice of the period uses, as they are after it. Zoho
 * refuses an application to an invoice that it does not have yet.
 */
function inPeriod<Item extends { day: string; applied: Application[] }>(
  item: Item,
  { from, to }: Period,
): Item[] {
  if (item.day > to) return [];
  const known = item.applied.filter(({ day }) => day <= to);
  const isTouched = item.day >= from || known.some(({ day }) => day >= from);
  return isTouched ? [{ ...item, applied: mergeApplications(known) }] : [];
}

/** One application per invoice, although a payment may settle it directly and as credit. */
function mergeApplications(applied: readonly Application[]): Application[] {
  const merged = new Map<string, Application>();
  for (const one of applied) {
    const before = merged.get(one.invoice);
    merged.set(one.invoice, before ? { ...before, fils: before.fils + one.fils } : one);
  }
  return [...merged.values()];
}

async function* readCustomers(ctx: Ctx): AsyncGenerator<string[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await ctx.db
      .selectFrom("customers")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(CUSTOMERS_OF_PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ id }) => id);
    after = last.id;
  }
}

/** Uses of customer credit by payment, credit note or opening credit. */
async function readCreditParts(ctx: Ctx, customers: readonly string[]): Promise<Map<string, Application[]>> {
  const { rows } = await sql<{
    customerId: string;
    source: string | null;
    invoice: string | null;
    invoiceDay: string | null;
    fils: number;
  }>`
    SELECT entry.customer_id, coalesce(entry.payment_id, entry.credit_note_id, entry.opening_credit_id) AS source, invoices.reference AS invoice,
      own.day::text AS invoice_day, sum(entry.amount_fils)::bigint AS fils
    FROM credit_entries AS entry LEFT JOIN settlements ON settlements.id = entry.settlement_id LEFT JOIN invoices ON invoices.id = settlements.invoice_id
    LEFT JOIN ledger_entries AS own ON own.source_id = invoices.id AND own.kind IN ('invoice', 'deposit', 'opening')
    WHERE entry.customer_id = ANY(${customers}::uuid[])
    GROUP BY entry.customer_id, source, entry.refund_id, invoices.reference, own.day
    HAVING sum(entry.amount_fils) <> 0 ORDER BY min(entry.id)`.execute(ctx.db);
  const parts = new Map<string, Application[]>();
  for (const customer of new Set(rows.map(({ customerId }) => customerId))) {
    const entries = rows.filter(({ customerId }) => customerId === customer);
    const days = new Map(entries.map(({ invoice, invoiceDay }) => [invoice, invoiceDay]));
    const sources: CreditSource[] = entries.flatMap(({ source, fils }) =>
      source ? { id: source, fils } : [],
    );
    const uses: CreditUse[] = entries.flatMap(({ source, invoice, fils }) =>
      source ? [] : { invoice, fils: -fils },
    );
    for (const [id, used] of allocateCredit(sources, uses))
      parts.set(
        id,
        used.map(({ invoice, fils }) => ({ invoice, day: days.get(invoice)!, fils })),
      );
  }
  return parts;
}

/**
 * Zoho Books identifies customers by name only. The first customer with a name keeps it, later ones get the end of
 * their id.
 */
async function readUniqueNames(ctx: Ctx): Promise<(id: string, name: string) => string> {
  const { rows } = await sql<{ name: string; first: string }>`
    SELECT lower(coalesce(company, name)) AS name, (array_agg(id ORDER BY created_at, id))[1] AS first FROM customers
    WHERE merged_into IS NULL GROUP BY 1 HAVING count(*) > 1`.execute(ctx.db);
  const firstOf = new Map(rows.map(({ name, first }) => [name, first]));
  return (id, name) => {
    const first = firstOf.get(name.toLowerCase());
    return first === undefined || first === id ? name : `${name} (${id.slice(-6)})`;
  };
}
