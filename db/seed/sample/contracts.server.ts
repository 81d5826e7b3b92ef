import { sql } from "kysely";
import * as z from "zod/mini";
import { makeSecurityCheck } from "~/features/core/forms/security-check.server";
import { requestContract } from "~/features/core/packages/commands.server";
import { contractFormSchema } from "~/features/core/packages/schema";
import { saveAcceptance } from "~/features/finance/contracts/accept.server";
import { activateContract, agreeContract } from "~/features/finance/contracts/commands.server";
import { expireContracts, remindOfEndingContracts } from "~/features/finance/contracts/end-contract.server";
import { listInstalments } from "~/features/finance/contracts/instalments.server";
import { lockContract } from "~/features/finance/contracts/lock-contract.server";
import { draftInvoice } from "~/features/finance/invoices/commands/draft-invoice.server";
import { issueInvoice } from "~/features/finance/invoices/commands/issue-invoice.server";
import { recogniseContractRevenue } from "~/features/finance/ledger/contract-revenue.server";
import { receiveCheque } from "~/features/finance/payments/commands/cheques.server";
import { recordPayment } from "~/features/finance/payments/commands/record-payment.server";
import type { Actor } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { createRandom, type Random } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import type { Agenda } from "./agenda";
import { BookingLife, stepsOfVisit } from "./booking-life";
import { type SampleContract, sampleContracts } from "./contracts";
import type { PastInvoices } from "./past-invoices.server";

/** Actors: the accountant issues invoices, the admin does everything else. */
interface Office {
  accountant: Actor;
  admin: Actor;
}

/**
 * Plans the annual contracts of the sample from the request to today's state, through the commands of the
 * office at their times. Revenue is recognised month by month.
 */
export function planContracts(agenda: Agenda, today: string, office: Office, past: PastInvoices): void {
  const random = createRandom(20_261_123);
  for (const contract of sampleContracts) {
    const asked = dubaiInstant(addDays(today, -contract.requestedDaysAgo), "11:10");
    agenda.plan(asked, (now) =>
      new ContractLife(agenda, random, office, past, contract).begin({ ...now, actor: office.admin }),
    );
  }
  const first = addDays(today, -Math.max(...sampleContracts.map(({ requestedDaysAgo }) => requestedDaysAgo)));
  for (let day = first; day <= today; day = addDays(day, 1)) {
    agenda.plan(dubaiInstant(day, "00:40"), async (now) => {
      await expireContracts(now);
      await remindOfEndingContracts(now);
      if (day.endsWith("-01")) await recogniseRevenue(now);
    });
  }
}

/**
 * Invoices are posted at commit, and revenue depends on the posting. The sample is one transaction, so the
 * deferred constraints are forced here.
 */
async function recogniseRevenue(now: Ctx): Promise<void> {
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(now.db);
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(now.db);
  await recogniseContractRevenue(now);
}

/** Delay of each step after the request, in minutes. */
const AGREED = 3 * 60;
const INVOICED = 4 * 60;
const PAID = 24 * 60;

class ContractLife {
  constructor(
    private readonly agenda: Agenda,
    private readonly random: Random,
    private readonly office: Office,
    private readonly past: PastInvoices,
    private readonly contract: SampleContract,
  ) {}

  async begin(now: Ctx): Promise<void> {
    const { person, packageId, propertyType, message, became } = this.contract;
    const home = this.contract.home ?? (await addressOf(now, person.email));
    const form = z.parse(contractFormSchema, {
      customerName: person.name,
      email: person.email,
      phone: person.phone,
      ...{ packageId, propertyType, message, addressParts: home },
    });
    const { a, b, ...check } = await makeSecurityCheck(now);
    const { contractId: id } = must(await requestContract(now, form, { ...check, answer: a + b }));
    if (became === "asked") return;
    const after = (minutes: number, run: (now: Ctx) => Promise<void>) =>
      this.agenda.plan(addMinutes(now.now, minutes), (later) => run({ ...later, actor: now.actor }));
    after(AGREED, (now) => this.agree(now, id));
    after(INVOICED, async (now) => {
      if (became === "cheques-ahead") await this.takeCheques(now, id);
      else {
        const invoice = await this.invoice(now, id);
        after(PAID, async (now) => {
          await this.pay(now, invoice);
          must(await activateContract(now, await seen(now, id)));
          await this.planWork(now, id);
        });
      }
    });
  }

  private async agree(now: Ctx, id: string): Promise<void> {
    const { packageId, propertyType, became } = this.contract;
    const startsOn = addDays(dubaiDate(now.now), 2);
    const paymentPlan = became === "cheques-ahead" ? "cheques" : "upfront";
    must(await agreeContract(now, await seen(now, id), { packageId, propertyType, startsOn, paymentPlan }));
    // The accounts of sample customers are added last.
    const signed = { method: "online" as const, reason: "", clientIp: null, userId: null, at: now.now };
    await inTransaction(now, async (ctx) => {
      const contract = (await lockContract(ctx, id))!;
      must(await saveAcceptance(ctx, contract, { ...signed, name: contract.contactName }));
    });
  }

  private async invoice(now: Ctx, contractId: string): Promise<Invoice> {
    await this.past.reserveUntil(now);
    const office = this.byAccountant(now);
    const { id } = must(await draftInvoice(office, { contractId }));
    const { version, customerId } = await now.db
      .selectFrom("invoices")
      .select(["version", "customerId"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { totalFils } = must(await issueInvoice(office, { id, version }));
    return { id, customerId, totalFils };
  }

  private async pay(now: Ctx, { id, customerId, totalFils }: Invoice): Promise<void> {
    await this.past.reserveUntil(now);
    const request = {
      customerId,
      method: "transfer" as const,
      fils: totalFils,
      receivedOn: dubaiDate(now.now),
    };
    const settled = {
      invoiceIds: [id],
      seenOpenFils: totalFils,
      creditRemainder: false,
      allowDuplicate: true,
    };
    must(await recordPayment(this.byAccountant(now), { ...request, ...settled, note: "" }));
  }

  /** Four cheques, a quarter apart, each dated on the due date of its instalment. */
  private async takeCheques(now: Ctx, contractId: string): Promise<void> {
    const { customerId } = await now.db
      .selectFrom("contracts")
      .select("customerId")
      .where("id", "=", contractId)
      .executeTakeFirstOrThrow();
    for (const { number, dueDate, fils } of await listInstalments(now, contractId)) {
      const cheque = {
        ...{ customerId, invoiceId: null, quoteId: null, bank: "Mashreq", fils },
        ...{ instalment: { contractId, number }, dated: dueDate, number: `00061${number - 1}` },
      };
      must(await receiveCheque(this.byAccountant(now), cheque));
    }
  }

  /** Completes each planned visit at its time. */
  private async planWork(now: Ctx, contractId: string): Promise<void> {
    const visits = await now.db
      .selectFrom("entitlementUses")
      .innerJoin("bookings", "bookings.id", "entitlementUses.bookingId")
      .innerJoin("visits", "visits.bookingId", "bookings.id")
      .innerJoin("services", "services.id", "bookings.serviceId")
      .select(["bookings.id", "bookings.version", "visits.startsAt", "services.durationMin"])
      .where("contractId", "=", contractId)
      .orderBy("visits.startsAt")
      .execute();
    for (const { id, version, startsAt, durationMin } of visits) {
      const booking = new BookingLife(id, (at) => ({ ...now, now: at }), version);
      for (const [move, at] of stepsOfVisit(startsAt, durationMin, this.random)) {
        this.agenda.plan(at, () => booking.move(move, at));
      }
    }
  }

  private byAccountant(now: Ctx): Ctx {
    return { ...now, actor: this.office.accountant };
  }
}

interface Invoice {
  id: string;
  customerId: string;
  totalFils: number;
}

async function addressOf(now: Ctx, email: string) {
  const { addressParts } = await now.db
    .selectFrom("bookings")
    .select("addressParts")
    .where("contactEmail", "=", email)
    .orderBy("requestedAt")
    .limit(1)
    .executeTakeFirstOrThrow();
  return addressParts;
}

async function seen(now: Ctx, id: string): Promise<{ id: string; version: number }> {
  return now.db
    .selectFrom("contracts")
    .select(["id", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

function must<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`A sample contract was refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}
