import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { takeFromOutbox, withReasons } from "~/platform/events/events.server";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import { addDays, dubaiDate, weekdayOf } from "~/platform/time";
import { officeCtx } from "../../../../../test/harness/company/company";
import {
  acceptTestContract,
  createContractCompany,
  requestTestContract,
} from "../../../../../test/harness/company/contracts";
import type { TestDatabase } from "../../../../../test/harness/servers/database";
import { isSpring } from "../../../core/packages/contract-year";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import { getBoard } from "../../../operations/dispatch/board/board-queries.server";
import {
  activateContract,
  agreeContract,
  planContractVisit,
  renewContract,
} from "../../contracts/commands.server";
import { expireContracts, remindOfEndingContracts } from "../../contracts/end-contract.server";
import { findContract, findContractCover, listContracts } from "../../contracts/queries.server";
import { closeBooks } from "../../ledger/commands.server";
import { recogniseContractRevenue } from "../../ledger/contract-revenue.server";
import { receiveCheque, transitionCheque } from "../../payments/commands/cheques.server";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { cancelContract } from "../commands/cancel-contract.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { writeOff } from "../commands/write-off.server";
import { activateAcceptedContract, activatePaidContract } from "./contract-paid.server";

/** Life cycle of a contract with a simulated clock: visits, entitlements, end and revenue. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createContractCompany();
  const week = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "18:00" }));
  await database.db
    .insertInto("settings")
    .values({ name: "hours", value: JSON.stringify({ week }), version: 1 })
    .execute();
});
afterAll(() => database.drop());

const at = (day: string, time = "08:00"): Ctx => officeCtx(database.db, new Date(`${day}T${time}:00Z`));

async function read(id: string, day = "2027-01-01") {
  return (await findContract(at(day), id))!;
}
const seen = async (id: string) => {
  const { version } = await read(id);
  return { id, version };
};

function unwrap<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}

/** Handles events about paid invoices and accepted contracts as the worker does. */
async function react(ctx: Ctx) {
  const worker: Ctx = { ...ctx, actor: system };
  for (;;) {
    const [waiting] = await inTransaction(worker, (ctx) => takeFromOutbox(ctx, 1));
    if (!waiting) return;
    const event = (await withReasons(worker.db, [waiting]))[0]!;
    if (event.type === "contract.accepted") {
      const accepted = event as RecordedEvent<"contract.accepted">;
      await inTransaction(worker, (ctx) =>
        activateAcceptedContract.run(ctx, accepted, { config: {} as never }),
      );
    }
    if (event.type !== "invoice.settled") continue;
    const settled = event as RecordedEvent<"invoice.settled">;
    await inTransaction(worker, (ctx) => activatePaidContract.run(ctx, settled, { config: {} as never }));
  }
}

async function agree(id: string, day: string, startsOn = day, packageId = "premium") {
  const agreed = { packageId, propertyType: "villa-3br", startsOn, paymentPlan: "upfront" } as const;
  unwrap(await agreeContract(at(day), await seen(id), agreed));
  await acceptTestContract(at(day), id);
}

async function invoice(id: string, day: string): Promise<{ id: string; totalFils: number }> {
  const draft = unwrap(await draftInvoice(at(day), { contractId: id }));
  return unwrap(await issueInvoice(at(day), { id: draft.id, version: 2 }));
}

async function pay(customerId: string, invoiceId: string, fils: number, openFils: number, day: string) {
  const payment = {
    customerId,
    method: "transfer",
    fils,
    receivedOn: day,
    note: "",
    invoiceIds: [invoiceId],
  } as const;
  unwrap(
    await recordPayment(at(day), {
      ...payment,
      seenOpenFils: openFils,
      creditRemainder: false,
      allowDuplicate: true,
    }),
  );
  await react(at(day));
}

/** Balance of a ledger account over all contracts; debits are positive. */
async function balanceOf(account: string): Promise<number> {
  const { rows } = await sql<{ fils: number }>`
    SELECT coalesce(sum(debit_fils - credit_fils), 0)::bigint AS fils FROM ledger_lines WHERE account = ${account}`.execute(
    database.db,
  );
  return rows[0]!.fils;
}

/** Deferred revenue left of one contract. */
async function deferredRevenueOf(contractId: string): Promise<number> {
  const { rows } = await sql<{ fils: number }>`
    SELECT coalesce(sum(debit_fils - credit_fils), 0)::bigint AS fils
    FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = 'deferred-contract-revenue' AND source_id IN (
      SELECT ${contractId}::uuid UNION SELECT id FROM invoices WHERE contract_id = ${contractId}
      UNION SELECT credit_notes.id FROM credit_notes JOIN invoices ON invoices.id = invoice_id WHERE contract_id = ${contractId})`.execute(
    database.db,
  );
  return rows[0]!.fils;
}

async function expectTrueBooks() {
  const { rows } = await sql`SELECT * FROM ledger_differences()`.execute(database.db);
  expect(rows).toEqual([]);
}

async function eventsOf(type: string, id: string) {
  const rows = await database.db
    .selectFrom("trail")
    .select(["at", "data"])
    .where("type", "=", type)
    .where("subjectId", "=", id)
    .orderBy("id")
    .execute();
  return rows.map(({ at, data }) => ({ day: dubaiDate(at), ...(data as object) }));
}

async function finishWork(bookingId: string, ctx: Ctx) {
  for (const move of ["depart", "arrive", "finishWork"] as const) {
    const { version } = await database.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    unwrap(
      await transitionBooking(ctx, { bookingId, transition: move, version, confirmOtherDay: true }, "office"),
    );
  }
}

describe("contract", () => {
  let id: string;
  let customerId: string;

  it("becomes active with planned visits once its invoice is paid", async () => {
    await database.db.insertInto("publicHolidays").values({ day: "2027-05-18", name: "Holiday" }).execute();
    ({ id, customerId } = await requestTestContract(at("2026-12-01")));
    const early = await draftInvoice(at("2026-12-01"), { contractId: id });
    expect(early).toMatchObject({ ok: false, reason: "not-agreed" });
    await agree(id, "2026-12-02", "2027-01-01");
    const issued = await invoice(id, "2026-12-02");
    expect(issued.totalFils).toBe(7_500_00);
    expect(await balanceOf("deferred-contract-revenue")).toBe(-7_142_86);
    expect(await draftInvoice(at("2026-12-02"), { contractId: id })).toMatchObject({
      reason: "already-invoiced",
    });

    await pay(customerId, issued.id, 3_000_00, 7_500_00, "2026-12-03");
    expect((await read(id)).state).toBe("requested");
    await pay(customerId, issued.id, 4_500_00, 4_500_00, "2026-12-04");
    const contract = await read(id);
    expect(contract).toMatchObject({ state: "active", startsOn: "2027-01-01", endsOn: "2027-12-31" });
    expect(contract.balances).toEqual([
      { kind: "ac-visit", total: 4, used: 0, planned: 4 },
      { kind: "check", total: 2, used: 0, planned: 2 },
      { kind: "call-out", total: null, used: 0, planned: 0 },
      { kind: "handyman-hour", total: 8, used: 0, planned: 0 },
    ]);
    const days = contract.visits.map(({ startsAt }) => dubaiDate(new Date(startsAt!)));
    expect(days).toHaveLength(6);
    expect(days.every((day) => weekdayOf(day) !== 7 && day !== "2027-05-18")).toBe(true);
    const acDays = days.filter((_, index) => contract.visits[index]!.kind === "ac-visit");
    expect(acDays.some(isSpring)).toBe(true);
    expect(contract.visits.every(({ state }) => state === "scheduled")).toBe(true);
    expect(await findContractCover(at("2027-01-01"), contract.visits[0]!.bookingId)).toMatchObject({
      ...{ reference: contract.reference, entitlementKind: "ac-visit", callOutHours: 2, emergencyFee: false },
    });
    const board = await getBoard(at("2027-01-01"), days[0]!, days[0]!);
    expect(board.visits).toMatchObject([{ bookingId: contract.visits[0]!.bookingId, underContract: true }]);
  });

  it("keeps its price and terms, and the database rejects changes to them", async () => {
    await expect(
      sql`UPDATE contracts SET price_fils = 1 WHERE id = ${id}`.execute(database.db),
    ).rejects.toThrow(/agreed terms .* are immutable/);
    expect(
      await agreeContract(at("2027-01-02"), await seen(id), {
        ...{ packageId: "plus", propertyType: "villa-3br", startsOn: "2027-02-01", paymentPlan: "upfront" },
      }),
    ).toMatchObject({ reason: "wrong-state" });
  });

  it("counts finished visits as used and returns the entitlement of cancelled ones", async () => {
    const { visits } = await read(id);
    const [first, second] = visits.filter(({ kind }) => kind === "ac-visit");
    await finishWork(first!.bookingId, at(dubaiDate(new Date(first!.startsAt!))));
    expect((await read(id)).balances[0]).toEqual({ kind: "ac-visit", total: 4, used: 1, planned: 3 });
    const extra = { kind: "ac-visit", day: "2027-06-15" } as const;
    expect(await planContractVisit(at("2027-03-01"), await seen(id), extra)).toMatchObject({
      reason: "entitlement-used-up",
    });

    const { version } = await database.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", second!.bookingId)
      .executeTakeFirstOrThrow();
    const cancellation = { bookingId: second!.bookingId, transition: "cancel", version } as const;
    unwrap(await transitionBooking(at("2027-03-01"), cancellation, "office"));
    expect((await read(id)).balances[0]).toEqual({ kind: "ac-visit", total: 4, used: 1, planned: 2 });
    unwrap(await planContractVisit(at("2027-03-01"), await seen(id), extra));
    expect((await read(id)).balances[0]).toEqual({ kind: "ac-visit", total: 4, used: 1, planned: 3 });
    expect(
      await planContractVisit(at("2027-03-01"), await seen(id), { ...extra, day: "2028-01-01" }),
    ).toMatchObject({ reason: "day-outside-contract" });
  });

  it("never exceeds an entitlement under concurrent planning", async () => {
    const other = await requestTestContract(at("2027-03-01"), {
      packageId: "essential",
      phone: "+971502223344",
    });
    await agree(other.id, "2027-03-01", "2027-03-01", "essential");
    unwrap(await activateContract(at("2027-03-01"), await seen(other.id)));
    const { visits } = await read(other.id);
    const { version } = await database.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", visits[0]!.bookingId)
      .executeTakeFirstOrThrow();
    const first = { bookingId: visits[0]!.bookingId, transition: "cancel", version } as const;
    unwrap(await transitionBooking(at("2027-03-01"), first, "office"));
    const contract = await seen(other.id);
    const { kind } = visits[0]!;
    const attempts = await Promise.all(
      ["2027-06-01", "2027-07-01", "2027-08-03"].map((day) =>
        planContractVisit(at("2027-03-02"), contract, { kind: kind as "ac-visit", day }),
      ),
    );
    expect(attempts.filter(({ ok }) => ok)).toHaveLength(1);
    const full = (await read(other.id)).balances.find((one) => one.kind === kind)!;
    expect(full.used + full.planned).toBe(full.total);
    await expect(
      sql`UPDATE entitlement_uses SET quantity = 2 WHERE contract_id = ${other.id} AND kind = ${kind}`.execute(
        database.db,
      ),
    ).rejects.toThrow(/of the contract is limited/);
  });

  it("refuses a second active contract for the same property", async () => {
    const { id: second } = await requestTestContract(at("2027-06-01"));
    await agree(second, "2027-06-01", "2027-06-02", "plus");
    expect(await activateContract(at("2027-06-01"), await seen(second))).toMatchObject({
      reason: "property-covered",
      reference: (await read(id)).reference,
    });
    unwrap(await cancelContract(at("2027-06-01"), await seen(second), { reason: "Made twice" }));
  });

  it("recognises revenue month by month, across closed periods, and completely by its end", async () => {
    const earned: number[] = [];
    const before = await balanceOf("revenue");
    for (let month = 2; month <= 12; month++) {
      const day = `2027-${String(month).padStart(2, "0")}-03`;
      await recogniseContractRevenue(at(day));
      await recogniseContractRevenue(at(day));
      earned.push(before - (await balanceOf("revenue")));
      if (month === 6) unwrap(await closeBooks(at(day), "2027-05-31"));
    }
    // Days elapsed in the year by month end.
    const net = 7_142_86;
    const through = [31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    expect(earned).toEqual(through.map((days) => Math.round((net * days) / 365)));
    await recogniseContractRevenue(at("2028-01-02"));
    expect(await balanceOf("deferred-contract-revenue")).toBe(0);
    expect(before - (await balanceOf("revenue"))).toBe(net);
    await expectTrueBooks();
  });

  it("reminds its customer once 30 days and once 7 days before its end, during the day", async () => {
    for (let day = "2027-11-25"; day <= "2027-12-31"; day = addDays(day, 1)) {
      await remindOfEndingContracts(at(day, "03:00"));
      await remindOfEndingContracts(at(day));
      await remindOfEndingContracts(at(day, "09:00"));
    }
    expect(await eventsOf("contract.expiring", id)).toEqual([
      { day: "2027-12-01", days: 30 },
      { day: "2027-12-24", days: 7 },
    ]);
    const { contracts } = await listContracts(at("2027-12-10"), { ending: "yes", limit: 50 });
    expect(contracts.map((one) => one.id)).toEqual([id]);
  });

  it("renews from the day after its end and then expires without further reminders", async () => {
    const { id: next } = unwrap(await renewContract(at("2027-12-20"), await seen(id)));
    expect(await read(next)).toMatchObject({
      ...{ state: "requested", startsOn: "2028-01-01", endsOn: "2028-12-31", priceFils: 7_500_00 },
      renews: { id },
    });
    expect(await renewContract(at("2027-12-20"), await seen(id))).toMatchObject({
      reason: "renewed-already",
    });
    await acceptTestContract(at("2027-12-20"), next);
    const issued = await invoice(next, "2027-12-20");
    await pay(customerId, issued.id, 7_500_00, 7_500_00, "2027-12-21");
    expect((await read(next)).state).toBe("active");

    await expireContracts(at("2027-12-31", "19:59"));
    expect((await read(id)).state).toBe("active");
    await expireContracts(at("2027-12-31", "20:01"));
    expect((await read(id)).state).toBe("expired");
    expect(await eventsOf("contract.expired", id)).toHaveLength(1);
  });
});

describe("acceptance after the invoice", () => {
  const day = "2028-02-01";
  const agreed = {
    packageId: "plus",
    propertyType: "villa-3br",
    startsOn: day,
    paymentPlan: "upfront",
  } as const;

  async function invoicedContract(phone: string) {
    const { id, customerId } = await requestTestContract(at(day), { phone, packageId: "plus" });
    unwrap(await agreeContract(at(day), await seen(id), agreed));
    const issued = await invoice(id, day);
    const { version } = await database.db
      .selectFrom("invoices")
      .select("version")
      .where("id", "=", issued.id)
      .executeTakeFirstOrThrow();
    return { id, customerId, invoice: { id: issued.id, version }, totalFils: issued.totalFils };
  }

  async function stateOnceAccepted(id: string) {
    await acceptTestContract(at(day), id);
    await react(at(day));
    return (await read(id)).state;
  }

  it("activates a contract that was paid before", async () => {
    const { id, customerId, invoice, totalFils } = await invoicedContract("+971503334461");
    await pay(customerId, invoice.id, totalFils, totalFils, day);
    expect((await read(id)).state).toBe("requested");
    expect(await stateOnceAccepted(id)).toBe("active");
  });

  it("activates no contract whose invoice was credited or written off", async () => {
    const credited = await invoicedContract("+971503334462");
    const details = { reason: "Wrong name", eventDate: day };
    unwrap(await creditInvoice(at(day), credited.invoice, { kind: "whole" }, details));
    expect(await stateOnceAccepted(credited.id)).toBe("requested");
    const lost = await invoicedContract("+971503334463");
    unwrap(await writeOff(at(day), lost.invoice, { fils: null, reason: "Not found" }));
    expect(await stateOnceAccepted(lost.id)).toBe("requested");
  });
});

describe("contract cancellation", () => {
  it("credits the unused days, cancels the visits and leaves no deferred revenue", async () => {
    const { id, customerId } = await requestTestContract(at("2028-03-01"), {
      phone: "+971503334455",
      packageId: "plus",
    });
    await agree(id, "2028-03-01", "2028-03-01", "plus");
    const issued = await invoice(id, "2028-03-01");
    expect(await deferredRevenueOf(id)).toBe(-4_285_71);
    const deposit = { customerId, invoiceId: issued.id, quoteId: null, bank: "ENBD" };
    const cheques = await Promise.all(
      [0, 1].map(async (index) =>
        unwrap(
          await receiveCheque(at("2028-03-01"), {
            ...{
              ...deposit,
              number: `10000${index}`,
              dated: addDays("2028-03-01", index * 180),
              fils: 2_250_00,
            },
          }),
        ),
      ),
    );
    // Paid by post-dated cheques, so an admin activates it.
    unwrap(await activateContract(at("2028-03-01"), await seen(id)));
    unwrap(await transitionCheque(at("2028-03-02"), cheques[0]!.id, "deposit", 1));
    unwrap(await transitionCheque(at("2028-03-05"), cheques[0]!.id, "clear", 2));
    await recogniseContractRevenue(at("2028-06-02"));

    // In force for 123 of 365 days, from 1 March to 1 July.
    const contract = await read(id, "2028-07-01");
    expect(contract.unusedFils).toBe(4_500_00 - Math.round((4_500_00 * 123) / 365));
    unwrap(await cancelContract(at("2028-07-01"), await seen(id), { reason: "Moves away" }));
    const ended = await read(id);
    expect(ended).toMatchObject({ state: "cancelled", endedOn: "2028-07-01" });
    expect(ended.visits.every(({ state }) => state === "work_done" || state === "completed")).toBe(true);
    const { creditedFils, openFils } = await database.db
      .selectFrom("invoices")
      .select(["creditedFils", "openFils"])
      .where("id", "=", issued.id)
      .executeTakeFirstOrThrow();
    expect(creditedFils).toBe(contract.unusedFils);
    // Paid 2,250.00, used 1,516.44; the difference becomes customer credit.
    expect(openFils).toBe(0);
    const balance = await database.db
      .selectFrom("customerBalances")
      .select("creditFils")
      .where("customerId", "=", customerId)
      .executeTakeFirstOrThrow();
    expect(balance.creditFils).toBe(2_250_00 - (4_500_00 - contract.unusedFils));

    await recogniseContractRevenue(at("2028-08-01"));
    expect(await deferredRevenueOf(id)).toBe(0);
    await expectTrueBooks();
    expect(await cancelContract(at("2028-08-01"), await seen(id), { reason: "Once more" })).toMatchObject({
      reason: "wrong-state",
    });
  });
});
