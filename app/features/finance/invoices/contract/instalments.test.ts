import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { addDays } from "~/platform/time";
import { officeCtx } from "../../../../../test/harness/company/company";
import {
  acceptTestContract,
  createContractCompany,
  requestTestContract,
} from "../../../../../test/harness/company/contracts";
import type { TestDatabase } from "../../../../../test/harness/servers/database";
import { unusedFils } from "../../../core/packages/contract-year";
import { getMoneyToday } from "../../../oversight/today/queries.server";
import { activateContract, agreeContract, renewContract } from "../../contracts/commands.server";
import { expireContracts } from "../../contracts/end-contract.server";
import { findContract } from "../../contracts/queries.server";
import { recogniseContractRevenue } from "../../ledger/contract-revenue.server";
import { findCheque, listContractInstalments } from "../../payments/cheque-queries.server";
import { receiveCheque, transitionCheque } from "../../payments/commands/cheques.server";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { cancelContract } from "../commands/cancel-contract.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { remindNow } from "../commands/remind-now.server";
import { findInvoiceDetail } from "../office/detail-queries.server";
import { listInvoices } from "../office/list-queries.server";
import { sendInvoiceReminders } from "../overdue/remind.server";
import { issueDueInstalments } from "./instalments.server";

/** Contracts that are paid by post-dated cheques, with a simulated clock. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createContractCompany();
});
afterAll(() => database.drop());

const at = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));

function unwrap<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}

const read = async (id: string, day = "2027-01-01") => (await findContract(at(day), id))!;
const seen = async (id: string) => ({ id, version: (await read(id)).version });

let phones = 0;
/** Premium for a villa: 7,500.00, agreed in four instalments. */
async function agreeInInstalments(startsOn: string, instalments: 1 | 4 | 12 = 4) {
  const contract = await requestTestContract(at(startsOn), { phone: `+97150555${1000 + phones++}` });
  const { id } = contract;
  const agreed = {
    packageId: "premium",
    propertyType: "villa-3br",
    startsOn,
    paymentPlan: "cheques",
  } as const;
  unwrap(await agreeContract(at(startsOn), await seen(id), { ...agreed, instalments }));
  await acceptTestContract(at(startsOn), id);
  return contract;
}
async function activateInInstalments(startsOn: string, instalments: 1 | 4 | 12 = 4) {
  const contract = await agreeInInstalments(startsOn, instalments);
  unwrap(await activateContract(at(startsOn), await seen(contract.id)));
  return contract;
}

function invoicesOf(contractId: string) {
  return database.db
    .selectFrom("invoices")
    .select([
      "id",
      "version",
      "instalment",
      "issueDate",
      "dueDate",
      "taxPoint",
      "totalFils",
      "vatFils",
      "creditedFils",
      "state",
    ])
    .where("contractId", "=", contractId)
    .where("issuedAt", "is not", null)
    .orderBy("instalment")
    .orderBy("issuedAt")
    .execute();
}

/** Credit balance of an account from the documents of one contract. */
async function creditOf(account: string, contractId: string): Promise<number> {
  const { rows } = await sql<{ fils: number }>`
    SELECT coalesce(sum(credit_fils - debit_fils), 0)::bigint AS fils
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = ${account} AND source_id IN (
      SELECT ${contractId}::uuid UNION SELECT id FROM invoices WHERE contract_id = ${contractId}
      UNION SELECT credit_notes.id FROM credit_notes JOIN invoices ON invoices.id = invoice_id WHERE contract_id = ${contractId})`.execute(
    database.db,
  );
  return rows[0]!.fils;
}

async function expectTrueBooks() {
  expect((await sql`SELECT * FROM ledger_differences()`.execute(database.db)).rows).toEqual([]);
}

const contentLine = {
  ...{ section: "", quantityHundredths: 100, unit: "", discountFils: 0, serviceId: null },
  ...{ priceId: null, deductsId: null, partContractId: null, vatTreatment: "standard" as const },
};

let chequeNumber = 0;
function chequeFor(contractId: string, number: number, fils: number, dated: string) {
  const plain = { invoiceId: null, quoteId: null, bank: "ENBD", number: `5000${chequeNumber++}` };
  return { ...plain, instalment: { contractId, number }, fils, dated };
}

describe("instalments of a contract", () => {
  it("invoices each instalment on its due date, with its VAT", async () => {
    const { id } = await activateInInstalments("2027-01-10");
    for (const day of ["2027-01-10", "2027-01-10", "2027-04-09"]) await issueDueInstalments(at(day));
    expect(await invoicesOf(id)).toMatchObject([
      { instalment: 1, issueDate: "2027-01-10", taxPoint: "2027-01-10", totalFils: 1_875_00, vatFils: 89_29 },
    ]);
    expect(await creditOf("output-vat", id)).toBe(89_29);
    for (const day of ["2027-04-10", "2027-07-10", "2027-10-10", "2027-12-31"])
      await issueDueInstalments(at(day));
    const invoices = await invoicesOf(id);
    expect(invoices.map(({ instalment, dueDate }) => [instalment, dueDate])).toEqual([
      ...[
        [1, "2027-01-10"],
        [2, "2027-04-10"],
        [3, "2027-07-10"],
        [4, "2027-10-10"],
      ],
    ]);
    expect(invoices.reduce((sum, { totalFils }) => sum + totalFils, 0)).toBe(7_500_00);
    const { description } = await database.db
      .selectFrom("invoiceLines")
      .select("description")
      .where("invoiceId", "=", invoices[1]!.id)
      .executeTakeFirstOrThrow();
    expect(description).toContain("10 April 2027 – 9 July 2027, instalment 2 of 4");
    await expectTrueBooks();
  });

  it("shows a refused instalment on Today with its reason until a retry issues it", async () => {
    const { id } = await activateInInstalments("2027-01-20");
    const { reference } = await read(id);
    const settings = await database.db
      .selectFrom("settings")
      .select("value")
      .where("name", "=", "business")
      .executeTakeFirstOrThrow();
    const setAddress = (address: string | null) =>
      database.db
        .updateTable("settings")
        .set({ value: JSON.stringify({ ...(settings.value as object), address }) })
        .where("name", "=", "business")
        .execute();
    const shown = async (day: string) =>
      (await getMoneyToday(at(day))).refusedInstalments.filter(({ contractId }) => contractId === id);

    await setAddress(null);
    await issueDueInstalments(at("2027-01-20"));
    await issueDueInstalments(at("2027-01-21"));
    const refused = { contractId: id, contractReference: reference, number: 1, dueDate: "2027-01-20" };
    expect(await shown("2027-01-21")).toEqual([{ ...refused, obstacle: "company-details-missing" }]);
    expect(await invoicesOf(id)).toEqual([]);

    await setAddress("Office 1, Deira, Dubai");
    await issueDueInstalments(at("2027-01-22"));
    expect(await shown("2027-01-22")).toEqual([]);
    expect(await invoicesOf(id)).toMatchObject([{ instalment: 1, taxPoint: "2027-01-20" }]);
  });

  it("issues an instalment that was due more than 180 days ago without a typed reason", async () => {
    const { id } = await activateInInstalments("2027-01-25");
    await issueDueInstalments(at("2027-08-10"));
    const [first] = await invoicesOf(id);
    expect(first).toMatchObject({ instalment: 1, issueDate: "2027-08-10", taxPoint: "2027-01-25" });
    const { refusedInstalments } = await getMoneyToday(at("2027-08-10"));
    expect(refusedInstalments.filter(({ contractId }) => contractId === id)).toEqual([]);
    const whole = { kind: "amount", fils: 1_875_00 } as const;
    const wrong = { reason: "Wrong buyer", eventDate: "2027-08-10" };
    unwrap(await creditInvoice(at("2027-08-10"), { id: first!.id, version: first!.version }, whole, wrong));

    // By hand, and later than the day on which it was drafted.
    const draft = unwrap(await draftInvoice(at("2027-08-10"), { contractId: id }));
    expect(await findInvoiceDetail(at("2027-08-12"), draft.id)).toMatchObject({
      ...{ instalment: 1, supplyDate: "2027-01-25", supplyDateFixed: true },
    });
    const content = { propertyId: null, note: "", supplyDate: null, dueDate: null, lines: [] };
    const lines = [{ ...contentLine, description: "Instalment 1", unitFils: 1_875_00 }];
    const typed = { ...content, lines, discount: { kind: "none" as const } };
    unwrap(await issueInvoice(at("2027-08-12"), { id: draft.id, version: 2 }, { content: typed }));
    expect((await invoicesOf(id))[1]).toMatchObject({ issueDate: "2027-08-12", taxPoint: "2027-01-25" });
  });

  it("recognises each instalment over its own period, completely by the end", async () => {
    const { id } = await activateInInstalments("2027-02-01");
    const recognised: number[] = [];
    for (let month = 2; month <= 13; month++) {
      const first = month > 12 ? "2028-01-01" : `2027-${String(month).padStart(2, "0")}-01`;
      await issueDueInstalments(at(first));
      await recogniseContractRevenue(at(first));
      recognised.push(await creditOf("revenue", id));
    }
    const net = 1_875_00 - 89_29;
    // February to April has 89 days, and so on.
    const share = (days: number, of: number) => Math.round((net * days) / of);
    expect(recognised.slice(0, 6)).toEqual([
      ...[0, share(28, 89), share(59, 89), net, net + share(31, 92), net + share(61, 92)],
    ]);
    await expireContracts(at("2028-02-01"));
    await recogniseContractRevenue(at("2028-02-01"));
    const vat = (await invoicesOf(id)).reduce((sum, { vatFils }) => sum + vatFils, 0);
    expect(await creditOf("revenue", id)).toBe(7_500_00 - vat);
    expect(await creditOf("deferred-contract-revenue", id)).toBe(0);
  });

  it("invoices nothing before the contract is active and keeps the terms from then on", async () => {
    const { id } = await agreeInInstalments("2027-03-01");
    await issueDueInstalments(at("2027-03-02"));
    expect(await invoicesOf(id)).toEqual([]);
    expect(await draftInvoice(at("2027-03-02"), { contractId: id })).toMatchObject({ reason: "wrong-state" });
    const agreed = { packageId: "premium", propertyType: "villa-3br", startsOn: "2027-03-01" } as const;
    unwrap(await agreeContract(at("2027-03-01"), await seen(id), { ...agreed, paymentPlan: "upfront" }));
    expect((await read(id)).instalments).toEqual([]);
    const monthly = { ...agreed, paymentPlan: "cheques", instalments: 12 } as const;
    unwrap(await agreeContract(at("2027-03-01"), await seen(id), monthly));
    expect(await activateContract(at("2027-03-01"), await seen(id))).toMatchObject({
      reason: "not-accepted",
    });
    await acceptTestContract(at("2027-03-01"), id);
    unwrap(await activateContract(at("2027-03-01"), await seen(id)));
    expect((await read(id)).instalments).toHaveLength(12);
    const change = sql`UPDATE contract_instalments SET due_date = due_date + 1 WHERE contract_id = ${id}`;
    await expect(change.execute(database.db)).rejects.toThrow(/instalments .* are immutable/);
    // A renewal has as many.
    const renewal = unwrap(await renewContract(at("2028-02-01"), await seen(id)));
    expect((await read(renewal.id)).instalments).toHaveLength(12);
  });

  it("rejects amounts in the database that do not add up to the price", async () => {
    const { id } = await agreeInInstalments("2027-03-05");
    const change = inTransaction(at("2027-03-05"), (ctx) =>
      sql`UPDATE contract_instalments SET amount_fils = amount_fils + 1 WHERE contract_id = ${id} AND number = 1`.execute(
        ctx.db,
      ),
    );
    await expect(change).rejects.toThrow(/differ from its price/);
  });

  it("credits only the rest of the current period on cancellation and drops later instalments", async () => {
    const { id } = await activateInInstalments("2027-05-01");
    await issueDueInstalments(at("2027-05-01"));
    // Due on the day of the cancellation, before the hourly job.
    const unused = unusedFils(1_875_00, { startsOn: "2027-08-01", endsOn: "2027-10-31" }, "2027-08-01");
    expect((await read(id, "2027-08-01")).unusedFils).toBe(unused);
    unwrap(await cancelContract(at("2027-08-01"), await seen(id), { reason: "Moves away" }));
    await issueDueInstalments(at("2027-11-02"));
    expect(await invoicesOf(id)).toMatchObject([
      { instalment: 1, creditedFils: 0 },
      { instalment: 2, creditedFils: unused },
    ]);
    await recogniseContractRevenue(at("2027-09-01"));
    expect(await creditOf("deferred-contract-revenue", id)).toBe(0);
    await expectTrueBooks();
  });

  it("leaves a credited instalment to the office", async () => {
    const { id } = await activateInInstalments("2027-06-01");
    await issueDueInstalments(at("2027-06-01"));
    expect(await draftInvoice(at("2027-06-02"), { contractId: id })).toMatchObject({
      ...{ reason: "instalment-not-due", day: "2027-09-01" },
    });
    const [first] = await invoicesOf(id);
    unwrap(
      await creditInvoice(
        at("2027-06-02"),
        { id: first!.id, version: first!.version },
        { kind: "amount", fils: 1_875_00 },
        { reason: "Wrong buyer", eventDate: "2027-06-02" },
      ),
    );
    await issueDueInstalments(at("2027-06-02"));
    expect(await invoicesOf(id)).toHaveLength(1);
    const draft = unwrap(await draftInvoice(at("2027-06-02"), { contractId: id }));
    unwrap(await issueInvoice(at("2027-06-02"), { id: draft.id, version: 2 }));
    expect((await invoicesOf(id)).map(({ instalment }) => instalment)).toEqual([1, 1]);
  });

  it("leaves a draft made by hand to the office on its day and issues it the next day", async () => {
    const { id } = await activateInInstalments("2027-06-15");
    unwrap(await draftInvoice(at("2027-06-15"), { contractId: id }));
    await issueDueInstalments(at("2027-06-15"));
    expect(await invoicesOf(id)).toEqual([]);
    await issueDueInstalments(at("2027-06-16"));
    await issueDueInstalments(at("2027-06-17"));
    expect(await invoicesOf(id)).toMatchObject([
      { instalment: 1, issueDate: "2027-06-16", taxPoint: "2027-06-15", dueDate: "2027-06-16" },
    ]);
  });

  it("issues one invoice when the job runs several times at once", async () => {
    const { id } = await activateInInstalments("2027-06-10");
    await Promise.all([0, 1, 2].map(() => issueDueInstalments(at("2027-06-10"))));
    expect(await invoicesOf(id)).toHaveLength(1);
  });
});

describe("cheque for an instalment", () => {
  it("pays the invoice that was issued after it was received", async () => {
    const { id, customerId } = await agreeInInstalments("2027-07-01");
    for (const [at_, { number, dueDate, fils }] of (await read(id)).instalments.entries()) {
      const cheque = chequeFor(id, number, fils, dueDate);
      unwrap(await receiveCheque(at("2027-07-01"), { customerId, ...cheque }));
      if (at_ > 0) continue;
      const another = chequeFor(id, number, 1, dueDate);
      expect(await receiveCheque(at("2027-07-01"), { customerId, ...another })).toMatchObject({
        ...{ reason: "cheques-exceed-due", fils: 0 },
      });
    }
    // The terms cannot change while cheques are held for them.
    const agreed = { packageId: "plus", propertyType: "villa-3br", startsOn: "2027-07-01" } as const;
    expect(
      await agreeContract(at("2027-07-01"), await seen(id), { ...agreed, paymentPlan: "cheques" }),
    ).toMatchObject({ reason: "wrong-state" });
    unwrap(await activateContract(at("2027-07-01"), await seen(id)));
    await issueDueInstalments(at("2027-07-01"));
    const [first, second] = await listContractInstalments(at("2027-07-01"), id);
    expect(first).toMatchObject({
      invoice: { openFils: 1_875_00 },
      uncoveredFils: 0,
      cheques: [{ state: "received" }],
    });
    expect(second).toMatchObject({ invoice: null, uncoveredFils: 0, cheques: [{ state: "received" }] });

    const cheque = first!.cheques[0]!.id;
    expect(await findCheque(at("2027-07-01"), cheque)).toMatchObject({
      invoice: { id: first!.invoice!.id },
      contract: null,
    });
    unwrap(await transitionCheque(at("2027-07-01"), cheque, "deposit", 1));
    unwrap(await transitionCheque(at("2027-07-02"), cheque, "clear", 2));
    expect(await invoicesOf(id)).toMatchObject([{ state: "paid" }]);
    await expectTrueBooks();
  });

  it("issues the invoice when it clears before the due date", async () => {
    const { id, customerId } = await activateInInstalments("2027-07-15");
    await issueDueInstalments(at("2027-07-15"));
    const cheque = chequeFor(id, 2, 1_875_00, "2027-09-01");
    const received = unwrap(await receiveCheque(at("2027-07-15"), { customerId, ...cheque }));
    unwrap(await transitionCheque(at("2027-09-01"), received.id, "deposit", 1));
    unwrap(await transitionCheque(at("2027-09-02"), received.id, "clear", 2));
    expect((await invoicesOf(id))[1]).toMatchObject({
      ...{
        instalment: 2,
        state: "paid",
        issueDate: "2027-09-02",
        taxPoint: "2027-09-02",
        dueDate: "2027-10-15",
      },
    });
    await issueDueInstalments(at("2027-10-15"));
    expect(await invoicesOf(id)).toHaveLength(2);
    await expectTrueBooks();
  });

  it("issues the invoice that was drafted by hand the day before", async () => {
    const { id, customerId } = await activateInInstalments("2027-07-25");
    const cheque = chequeFor(id, 1, 1_875_00, "2027-07-25");
    const received = unwrap(await receiveCheque(at("2027-07-25"), { customerId, ...cheque }));
    unwrap(await transitionCheque(at("2027-07-25"), received.id, "deposit", 1));
    unwrap(await draftInvoice(at("2027-07-25"), { contractId: id }));
    unwrap(await transitionCheque(at("2027-07-26"), received.id, "clear", 2));
    expect(await invoicesOf(id)).toMatchObject([
      { instalment: 1, state: "paid", issueDate: "2027-07-26", dueDate: "2027-07-26" },
    ]);
    await expectTrueBooks();
  });

  it("becomes customer credit when it clears after the contract was cancelled", async () => {
    const { id, customerId } = await activateInInstalments("2027-08-05");
    const cheque = chequeFor(id, 2, 1_875_00, "2027-08-06");
    const received = unwrap(await receiveCheque(at("2027-08-05"), { customerId, ...cheque }));
    unwrap(await cancelContract(at("2027-08-06"), await seen(id), { reason: "Moves away" }));
    unwrap(await transitionCheque(at("2027-08-07"), received.id, "deposit", 1));
    unwrap(await transitionCheque(at(addDays("2027-08-07", 1)), received.id, "clear", 2));
    expect(await invoicesOf(id)).toHaveLength(1);
    const { creditFils } = await database.db
      .selectFrom("customerBalances")
      .select("creditFils")
      .where("customerId", "=", customerId)
      .executeTakeFirstOrThrow();
    const [first] = await invoicesOf(id);
    expect(creditFils).toBe(1_875_00 - (first!.totalFils - first!.creditedFils));
    await expectTrueBooks();
  });

  it("keeps its invoice from being overdue and reminded until it bounces", async () => {
    const { id, customerId } = await agreeInInstalments("2027-09-05");
    const cheque = chequeFor(id, 1, 1_875_00, "2027-09-20");
    const received = unwrap(await receiveCheque(at("2027-09-05"), { customerId, ...cheque }));
    unwrap(await activateContract(at("2027-09-05"), await seen(id)));
    await issueDueInstalments(at("2027-09-05"));
    const [invoice] = await invoicesOf(id);
    const isOverdue = async (day: string) => {
      const { invoices } = await listInvoices(at(day), { contract: id, state: "overdue", limit: 10 });
      const detail = (await findInvoiceDetail(at(day), invoice!.id))!;
      expect(detail.overdue).toBe(invoices.length > 0);
      return detail.overdue;
    };
    const reminded = () =>
      database.db.selectFrom("invoiceReminders").selectAll().where("invoiceId", "=", invoice!.id).execute();

    await sendInvoiceReminders(at("2027-09-13"), {});
    expect(await remindNow(at("2027-09-13"), {}, invoice!.id)).toMatchObject({
      reason: "covered-by-cheques",
    });
    expect([await isOverdue("2027-09-13"), await reminded()]).toEqual([false, []]);
    unwrap(await transitionCheque(at("2027-09-20"), received.id, "deposit", 1));
    expect(await isOverdue("2027-09-20")).toBe(false);
    unwrap(await transitionCheque(at("2027-09-21"), received.id, "bounce", 2));
    expect(await isOverdue("2027-09-21")).toBe(true);
    await sendInvoiceReminders(at("2027-09-21"), {});
    expect(await reminded()).toHaveLength(1);

    // Paid otherwise, so that the cheque cannot be deposited again.
    unwrap(
      await recordPayment(at("2027-09-22"), {
        ...{ customerId, method: "transfer", fils: 1_000_00, receivedOn: "2027-09-22", note: "" },
        ...{
          invoiceIds: [invoice!.id],
          seenOpenFils: 1_875_00,
          creditRemainder: false,
          allowDuplicate: true,
        },
      }),
    );
    expect(await transitionCheque(at("2027-09-23"), received.id, "deposit", 3)).toMatchObject({
      ...{ reason: "cheques-exceed-due", fils: 875_00 },
    });
    expect((await findCheque(at("2027-09-23"), received.id))!.dates).toEqual([
      { state: "received", day: "2027-09-05" },
      { state: "deposited", day: "2027-09-20" },
      { state: "bounced", day: "2027-09-21" },
    ]);
  });
});
