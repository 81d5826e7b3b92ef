import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { takeFromOutbox, withReasons } from "~/platform/events/events.server";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import { officeCtx } from "../../../../../test/harness/company/company";
import {
  acceptTestContract,
  createContractCompany,
  requestTestContract,
} from "../../../../../test/harness/company/contracts";
import type { TestDatabase } from "../../../../../test/harness/servers/database";
import {
  activateContract,
  agreeContract,
  quoteRenewal,
  renewContract,
} from "../../contracts/commands.server";
import { expireContracts, remindOfEndingContracts } from "../../contracts/end-contract.server";
import { findContract, listMyContracts } from "../../contracts/queries.server";
import { draftRenewalInTime, renewAsApproved } from "../../contracts/renewal-quote.server";
import { recogniseContractRevenue } from "../../ledger/contract-revenue.server";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { approveQuote, declineQuote } from "../../quotes/commands/answer.server";
import { convertQuote } from "../../quotes/commands/convert.server";
import { reviseQuote, saveDraft } from "../../quotes/commands/draft.server";
import { sendQuote } from "../../quotes/commands/send.server";
import { withdrawQuote, withdrawRenewal } from "../../quotes/commands/withdraw.server";
import { expireQuotes } from "../../quotes/expire.server";
import { findQuoteDetail } from "../../quotes/office/detail-queries.server";
import { cancelContract } from "../commands/cancel-contract.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { activatePaidContract } from "./contract-paid.server";

/**
 * Renewal of a contract by quote with a simulated clock: offer, answer, next contract and revenue of both.
 */

let database: TestDatabase;
beforeAll(async () => {
  database = await createContractCompany();
});
afterAll(() => database.drop());

const at = (day: string, time = "08:00"): Ctx => officeCtx(database.db, new Date(`${day}T${time}:00Z`));
const read = async (id: string, day = "2027-12-02") => (await findContract(at(day), id))!;
const quoteOf = async (id: string, day = "2027-12-02") => (await findQuoteDetail(at(day), id))!;
const seen = async (id: string) => ({ id, version: (await read(id)).version });
const seenQuote = async (id: string) => ({ id, version: (await quoteOf(id)).version });

function unwrap<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}

/** Handles the resulting events as the worker does. */
async function react(day: string) {
  const worker: Ctx = { ...at(day), actor: system };
  const call = { config: {} as never };
  for (;;) {
    const [waiting] = await inTransaction(worker, (ctx) => takeFromOutbox(ctx, 1));
    if (!waiting) return;
    const event = (await withReasons(worker.db, [waiting]))[0]!;
    await inTransaction(worker, async (ctx) => {
      switch (event.type) {
        case "contract.expiring":
          return draftRenewalInTime.run(ctx, event as RecordedEvent<"contract.expiring">, call);
        case "contract.cancelled":
          return withdrawRenewal.run(ctx, event as RecordedEvent<"contract.cancelled">, call);
        case "quote.approved": {
          // Runs twice, as after a worker crash.
          await renewAsApproved.run(ctx, event as RecordedEvent<"quote.approved">, call);
          return renewAsApproved.run(ctx, event as RecordedEvent<"quote.approved">, call);
        }
        case "invoice.settled":
          return activatePaidContract.run(ctx, event as RecordedEvent<"invoice.settled">, call);
      }
    });
  }
}

let phones = 0;

/** Creates an active contract for 2027. */
async function putUnderContract(): Promise<{ id: string; customerId: string }> {
  const phone = `+97150444${String(++phones).padStart(4, "0")}`;
  const asked = await requestTestContract(at("2026-12-20"), { phone, email: `home${phones}@example.com` });
  const agreed = {
    packageId: "premium",
    propertyType: "villa-3br",
    startsOn: "2027-01-01",
    paymentPlan: "upfront",
  } as const;
  unwrap(await agreeContract(at("2026-12-20"), await seen(asked.id), agreed));
  await acceptTestContract(at("2026-12-20"), asked.id);
  unwrap(await activateContract(at("2026-12-20"), await seen(asked.id)));
  return asked;
}

/** Sends a renewal quote to the customer. */
async function sendRenewalQuote(contractId: string, day: string): Promise<string> {
  const { id } = unwrap(await quoteRenewal(at(day), await seen(contractId)));
  unwrap(await sendQuote(at(day), await seenQuote(id), "link"));
  return id;
}

const approval = { revision: 1, name: "Noura Al Ketbi", chosenPositions: [] };
/** Acts as the customer, who opened the emailed link. */
const customerOf = (quoteId: string, day: string): Ctx => ({
  ...at(day),
  actor: { role: "link-holder", document: { kind: "quote", id: quoteId } },
});

async function loadRenewals(contractId: string) {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM contracts WHERE renews_contract_id = ${contractId}`.execute(database.db);
  return rows.map(({ id }) => id);
}

describe("contract renewal by quote", () => {
  it("lets the customer renew in the last 30 days, by the quote once it is sent", async () => {
    const { id, customerId } = await putUnderContract();
    const userId = randomUUID();
    const account = { id: userId, name: "Noura", email: `${userId}@example.com`, role: "customer" as const };
    await database.db
      .insertInto("users")
      .values({ ...account, createdAt: new Date() })
      .execute();
    await database.db.updateTable("customers").set({ userId }).where("id", "=", customerId).execute();
    const renewalOn = async (day: string) => {
      const actor = { role: "customer", userId, name: "Noura" } as Ctx["actor"];
      const { contracts } = await listMyContracts({ ...at(day), actor });
      return contracts.find((contract) => contract.id === id)?.renewal;
    };
    const offer = { packageId: "premium", propertyType: "villa-3br", quoteReference: null };
    expect(await renewalOn("2027-11-30")).toBeNull();
    expect(await renewalOn("2027-12-01")).toEqual(offer);
    const quoteId = await sendRenewalQuote(id, "2027-12-01");
    const { reference } = await quoteOf(quoteId);
    expect(await renewalOn("2027-12-02")).toEqual({ ...offer, quoteReference: reference });
    unwrap(await approveQuote(customerOf(quoteId, "2027-12-02"), quoteId, approval));
    await react("2027-12-02");
    expect(await renewalOn("2027-12-03")).toBeNull();
  });

  it("offers a renewal once, 30 days before the end, and creates the next contract on approval", async () => {
    const { id, customerId } = await putUnderContract();
    await remindOfEndingContracts(at("2027-12-01"));
    await react("2027-12-01");
    const { renewalQuotes } = await read(id);
    expect(renewalQuotes).toMatchObject([{ state: "draft", totalFils: 7_500_00 }]);
    const quoteId = renewalQuotes[0]!.id;
    const quote = await quoteOf(quoteId);
    expect(quote).toMatchObject({ renewsContractId: id, canConvert: false });
    expect(quote.versions[0]!.lines[0]!.description).toContain("Premium");

    // A renewal may have a discount but no deposit.
    const { sentAt: _, number: __, answers: ___, depositRule: ____, ...version } = quote.versions[0]!;
    const cheaper = {
      ...{ ...version, discount: { kind: "amount" as const, fils: 300_00 } },
      ...{ serviceId: null, propertyId: quote.propertyId },
    };
    expect(
      await saveDraft(at("2027-12-02"), await seenQuote(quoteId), { ...cheaper, depositPercent: 10 }),
    ).toMatchObject({ reason: "renewal-deposit" });
    unwrap(await saveDraft(at("2027-12-02"), await seenQuote(quoteId), cheaper));
    unwrap(await sendQuote(at("2027-12-02"), await seenQuote(quoteId), "link"));

    // An open offer blocks other renewals, and the second reminder drafts no second quote.
    expect(await renewContract(at("2027-12-03"), await seen(id))).toMatchObject({
      reason: "renewal-offered",
    });
    expect(await quoteRenewal(at("2027-12-03"), await seen(id))).toMatchObject({ reason: "renewal-offered" });
    await remindOfEndingContracts(at("2027-12-24"));
    await react("2027-12-24");
    expect((await read(id)).renewalQuotes).toHaveLength(1);

    // A change of the package after the offer does not affect the offered terms.
    await database.db.updateTable("packages").set({ acVisits: 9 }).where("id", "=", "premium").execute();
    unwrap(await approveQuote(customerOf(quoteId, "2027-12-26"), quoteId, approval));
    await react("2027-12-26");
    await database.db.updateTable("packages").set({ acVisits: 4 }).where("id", "=", "premium").execute();
    const [next, ...more] = await loadRenewals(id);
    expect(more).toEqual([]);
    const agreed = await read(next!);
    expect(agreed).toMatchObject({
      ...{ state: "requested", priceFils: 7_200_00, startsOn: "2028-01-01", endsOn: "2028-12-31" },
      renews: { id },
    });
    expect(agreed.balances.find(({ kind }) => kind === "ac-visit")).toMatchObject({ total: 4 });
    expect(await renewContract(at("2027-12-26"), await seen(id))).toMatchObject({
      reason: "renewed-already",
    });
    expect(await convertQuote(at("2027-12-26"), await seenQuote(quoteId), "new")).toMatchObject({
      ok: false,
    });

    // Both pages lead to the same draft invoice; payment activates the contract.
    const { id: draft } = unwrap(await draftInvoice(at("2027-12-27"), { quoteId }));
    expect(unwrap(await draftInvoice(at("2027-12-27"), { contractId: next! })).id).toBe(draft);
    const issued = unwrap(await issueInvoice(at("2027-12-27"), { id: draft, version: 2 }));
    expect(issued.totalFils).toBe(7_200_00);
    unwrap(
      await recordPayment(at("2027-12-28"), {
        ...{ customerId, method: "transfer", fils: 7_200_00, receivedOn: "2027-12-28", note: "" },
        ...{ invoiceIds: [issued.id], seenOpenFils: 7_200_00, creditRemainder: false, allowDuplicate: true },
      }),
    );
    await react("2027-12-28");
    const active = await read(next!);
    expect(active.state).toBe("active");
    expect(active.visits.length).toBeGreaterThan(0);

    // The second year's price is recognised in the second year, to the fil.
    await expireContracts(at("2028-01-01"));
    expect((await read(id)).state).toBe("expired");
    await recogniseContractRevenue(at("2028-07-02"));
    await expireContracts(at("2029-01-01"));
    await recogniseContractRevenue(at("2029-01-02"));
    const { rows } = await sql<{ year: string; fils: number }>`
      SELECT extract(year FROM day)::text AS year, sum(credit_fils - debit_fils)::bigint AS fils
      FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
      WHERE source_id = ${next!} AND kind = 'contract-revenue' AND account = 'revenue' GROUP BY 1`.execute(
      database.db,
    );
    expect(rows).toEqual([{ year: "2028", fils: 6_857_14 }]);
    expect((await sql`SELECT * FROM ledger_differences()`.execute(database.db)).rows).toEqual([]);
  });

  it("creates no contract from a declined or expired quote and allows another offer", async () => {
    const { id } = await putUnderContract();
    const first = await sendRenewalQuote(id, "2027-11-01");
    unwrap(await declineQuote(customerOf(first, "2027-11-02"), first, { revision: 1, comment: "Too much" }));
    const second = await sendRenewalQuote(id, "2027-11-03");
    await expireQuotes(at("2027-12-20"));
    expect((await quoteOf(second)).state).toBe("expired");
    expect(await approveQuote(customerOf(second, "2027-12-20"), second, approval)).toMatchObject({
      reason: "quote-expired",
    });
    await react("2027-12-20");
    expect(await loadRenewals(id)).toEqual([]);
    // At most one offer can be open, also when an old one is revised.
    const third = await sendRenewalQuote(id, "2027-12-21");
    unwrap(await reviseQuote(at("2027-12-21"), await seenQuote(first)));
    expect(await sendQuote(at("2027-12-21"), await seenQuote(first), "link")).toMatchObject({
      reason: "renewed-otherwise",
    });
    unwrap(await withdrawQuote(at("2027-12-22"), await seenQuote(third)));
    unwrap(await renewContract(at("2027-12-22"), await seen(id)));
    // The office has already renewed it.
    expect(await sendQuote(at("2027-12-22"), await seenQuote(first), "link")).toMatchObject({
      reason: "renewed-otherwise",
    });
    expect(await loadRenewals(id)).toHaveLength(1);
  });

  it("renews once when several users act at the same time", async () => {
    const { id } = await putUnderContract();
    const quoteId = await sendRenewalQuote(id, "2027-12-01");
    const answers = await Promise.all([
      approveQuote(customerOf(quoteId, "2027-12-02"), quoteId, approval),
      renewContract(at("2027-12-02"), await seen(id)),
      approveQuote(customerOf(quoteId, "2027-12-02"), quoteId, approval),
      quoteRenewal(at("2027-12-02"), await seen(id)),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    await react("2027-12-02");
    expect(await loadRenewals(id)).toHaveLength(1);
  });

  it("withdraws the renewal offer when the contract is cancelled", async () => {
    const { id } = await putUnderContract();
    const quoteId = await sendRenewalQuote(id, "2027-12-01");
    unwrap(await cancelContract(at("2027-12-02"), await seen(id), { reason: "Moves away" }));
    expect(await approveQuote(customerOf(quoteId, "2027-12-02"), quoteId, approval)).toMatchObject({
      reason: "renewed-otherwise",
    });
    await react("2027-12-02");
    expect((await quoteOf(quoteId)).state).toBe("withdrawn");
  });
});
