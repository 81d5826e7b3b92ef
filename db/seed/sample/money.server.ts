import { saveDraft } from "~/features/finance/invoices/commands/change-draft.server";
import { creditInvoice } from "~/features/finance/invoices/commands/credit-invoice.server";
import { draftInvoice } from "~/features/finance/invoices/commands/draft-invoice.server";
import { issueInvoice } from "~/features/finance/invoices/commands/issue-invoice.server";
import { writeOff } from "~/features/finance/invoices/commands/write-off.server";
import type { CreditRequest } from "~/features/finance/invoices/credit/credit-lines";
import { settleDeposits } from "~/features/finance/invoices/credit/settle-deposits.server";
import type { DraftContent, DraftSource } from "~/features/finance/invoices/schema";
import { receiveCheque, transitionCheque } from "~/features/finance/payments/commands/cheques.server";
import { recordDeposit } from "~/features/finance/payments/commands/deposits.server";
import { recordPayment } from "~/features/finance/payments/commands/record-payment.server";
import { refundCustomer } from "~/features/finance/payments/commands/refunds.server";
import type { ChequeTransition, RecordedMethod } from "~/features/finance/payments/payment";
import { takePayment } from "~/features/finance/payments/take-payment.server";
import { cancelQuote } from "~/features/finance/quotes/commands/cancel.server";
import type { Actor } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { createRandom, type Random } from "~/platform/random";
import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { Agenda } from "./agenda";
import { planContracts } from "./contracts.server";
import { addReminders, DAYS_INVOICED_BY_COMMANDS, PastInvoices } from "./past-invoices.server";
import { exampleCustomer, people } from "./people";
import { companies, gulfPalms, invoiceItems, quarters } from "./works";

/** Days of invoices and payments before the first start. */
const DAYS_BEHIND = 90;
/** Invoices without a booking are older than this. */
const BOOKINGS_BEHIND = 20;
const DAY_MIN = 24 * 60;

/**
 * Actors: the accountant, and the admin for contracts. Steps that only an admin may take are done by the
 * system.
 */
interface Office {
  accountant: Actor;
  admin: Actor;
  system: Actor;
}

/** A customer with the property of the work. */
interface Client {
  id: string;
  propertyId: string;
}

/** Outcome of an invoice. */
type Outcome =
  | { became: "paid"; by: RecordedMethod | "card"; after: number }
  | {
      became:
        | "open"
        | "part-paid"
        | "paid-in-two"
        | "overpaid"
        | "paid-by-cheque"
        | "cheque-bounced"
        | "overdue-in-part"
        | "credited"
        | "refunded"
        | "written-off";
    };

/**
 * Seeds invoices, payments, cheques, credit notes, refunds, reminders and contracts in every state, with two
 * overdue invoices, through the commands of the office at their times. Only the reports of a card provider
 * (payments by card, payouts) bypass the commands.
 */
export async function seedMoney(ctx: Ctx, office: Office): Promise<void> {
  const random = createRandom(20_261_122);
  const agenda = new Agenda();
  const clients = await listClients(ctx);
  if (clients.length < 3) return;
  const past = new PastInvoices(office.accountant);
  await past.plan(ctx);
  const sample = new SampleMoney(agenda, random, office, past);
  await ctx.db.updateTable("customers").set(gulfPalms).where("id", "=", clients[0]!.id).execute();
  const [tower, community] = await addCompanies(ctx);

  sample.planPastWork(ctx.now, [...clients, community!]);
  sample.planQuarters(ctx.now, tower!);
  await sample.planDeposits(ctx);
  await sample.planFinishedWork(ctx);
  planContracts(agenda, dubaiDate(ctx.now), office, past);
  await agenda.runUntilNow(ctx);
  await past.write(ctx);
  await addReminders(ctx);
  await addPayouts(ctx);
}

/** Customers of the sample bookings without the example customer, in an order that is stable across installations, unlike their ids. */
async function listClients(ctx: Ctx): Promise<Client[]> {
  const rows = await ctx.db
    .selectFrom("customers")
    .innerJoin("properties", "properties.customerId", "customers.id")
    .distinctOn("customers.email")
    .select(["customers.id", "properties.id as propertyId"])
    .where(
      "email",
      "in",
      people.filter((person) => person !== exampleCustomer).map(({ email }) => email),
    )
    .orderBy("customers.email")
    .orderBy("properties.createdAt")
    .execute();
  return rows;
}

async function addCompanies(ctx: Ctx): Promise<Client[]> {
  const createdAt = addMinutes(ctx.now, -(DAYS_BEHIND + 5) * DAY_MIN);
  const made: Client[] = [];
  for (const { place, ...company } of companies) {
    const { id } = await ctx.db
      .insertInto("customers")
      .values({ ...company, userId: null, createdAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    const property = await ctx.db
      .insertInto("properties")
      .values({ ...place, customerId: id, landmark: "", makani: null, createdAt })
      .returning("id")
      .executeTakeFirstOrThrow();
    made.push({ id, propertyId: property.id });
  }
  return made;
}

/** Minutes between the end of a visit and the draft of its invoice. */
const DRAFTED_AFTER_MIN = 90;

class SampleMoney {
  constructor(
    private readonly agenda: Agenda,
    private readonly random: Random,
    private readonly office: Office,
    private readonly past: PastInvoices,
  ) {}

  planPastWork(now: Date, clients: readonly Client[]): void {
    const { random } = this;
    const special: Record<number, Outcome> = {
      2: { became: "refunded" },
      4: { became: "paid-by-cheque" },
      6: { became: "written-off" },
      8: { became: "overpaid" },
      10: { became: "credited" },
      12: { became: "paid-in-two" },
      14: { became: "cheque-bounced" },
    };
    let made = 0;
    for (let offset = -DAYS_BEHIND; offset < -BOOKINGS_BEHIND; offset += 2 + random.below(3)) {
      const day = addDays(dubaiDate(now), offset);
      if (weekdayOf(day) === 7) continue;
      const client = random.pick(clients);
      const content = this.contentOf(client, day);
      const outcome = special[made] ?? this.paid();
      this.agenda.plan(dubaiInstant(day, "16:30"), (now) =>
        this.invoice(now, { customerId: client.id }, outcome, content),
      );
      made++;
    }
  }

  /** Each quarter has its own tax invoice on the date of its cheque. */
  planQuarters(now: Date, tower: Client): void {
    const today = dubaiDate(now);
    const fils = 8_925_00;
    quarters.forEach(({ dated, number, became }, at) => {
      const day = addDays(today, dated);
      const line = {
        description: `Maintenance of common areas, quarter ${at + 1} of 4`,
        ...{ section: "", unit: "quarter", unitFils: fils, discountFils: 0, quantityHundredths: 100 },
        ...{
          serviceId: "general-maintenance",
          priceId: null,
          deductsId: null,
          partContractId: null,
          vatTreatment: "standard" as const,
        },
      };
      const content = { ...blank(tower, day), lines: [line] };
      if (dated <= 0) {
        this.agenda.plan(dubaiInstant(day, "09:30"), (now) =>
          this.invoice(now, { customerId: tower.id }, { became: "open" }, content),
        );
      }
      this.agenda.plan(dubaiInstant(addDays(today, -40), `10:0${at}`), async (now) => {
        const cheque = await this.cheque(now, {
          customerId: tower.id,
          invoiceId: null,
          dated: day,
          fils,
          number,
        });
        const steps: ChequeTransition[] =
          became === "cleared" ? ["deposit", "clear"] : became === "deposited" ? ["deposit"] : [];
        this.planMoves(cheque, steps, dubaiInstant(day, "11:00"));
      });
    });
  }

  /**
   * Paid by transfer the day after approval, except for the latest quote. Quotes without work after two weeks
   * are cancelled.
   */
  async planDeposits(ctx: Ctx): Promise<void> {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .select(["id", "state", "depositFils", "answeredAt"])
      .where("state", "in", ["approved", "converted"])
      .where("depositFils", ">", 0)
      .where("answeredAt", "<", addMinutes(ctx.now, -14 * DAY_MIN))
      .orderBy("reference")
      .execute();
    for (const { id, state, depositFils, answeredAt } of quotes) {
      this.agenda.plan(addMinutes(answeredAt!, DAY_MIN), async (now) => {
        await this.past.reserveUntil(now);
        const payment = { quoteId: id, method: "transfer" as const, note: "", seenFils: depositFils };
        must(await recordDeposit(this.byAccountant(now), { ...payment, receivedOn: dubaiDate(now.now) }));
      });
      if (state === "converted") continue;
      this.agenda.plan(addMinutes(answeredAt!, 8 * DAY_MIN), async (now) => {
        const { version } = await now.db
          .selectFrom("quotes")
          .select("version")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        const cancellation = { deposit: "by-rule" as const, reason: "The villa is sold" };
        must(await cancelQuote(this.byAccountant(now), settleDeposits, { id, version }, cancellation));
      });
    }
  }

  async planFinishedWork(ctx: Ctx): Promise<void> {
    const done = await ctx.db
      .selectFrom("bookings")
      .innerJoin("visits", "visits.bookingId", "bookings.id")
      .select(["bookings.id", "bookings.contactEmail", "visits.endsAt"])
      .where("bookings.state", "=", "completed")
      .where("visits.state", "=", "work_done")
      .where("bookings.estimateFils", ">", 0)
      // Work of a quote is invoiced from the quote, at any time.
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb("visits.endedAt", ">", addMinutes(ctx.now, -DAYS_INVOICED_BY_COMMANDS * DAY_MIN)),
          exists(selectFrom("quotes").select("id").whereRef("quotes.workBookingId", "=", "bookings.id")),
        ]),
      )
      .where(
        "bookings.contactEmail",
        "in",
        people.map(({ email }) => email),
      )
      // Work that ended later would be drafted after the sample ends.
      .where("visits.endsAt", "<=", addMinutes(ctx.now, -DRAFTED_AFTER_MIN))
      .orderBy("visits.endsAt")
      .orderBy("bookings.reference")
      .execute();
    const ofExample = done.filter(({ contactEmail }) => contactEmail === exampleCustomer.email);
    for (const { id: bookingId, endsAt } of ofExample) {
      // Paid on the same day, so that exactly the latest invoice is open.
      const outcome: Outcome =
        bookingId === ofExample.at(-1)!.id ? { became: "open" } : { became: "paid", by: "card", after: 0 };
      this.planInvoice(bookingId, endsAt, outcome);
    }
    const overdue: Outcome[] = [{ became: "overdue-in-part" }, { became: "open" }];
    const ofOthers = done.filter(({ contactEmail }) => contactEmail !== exampleCustomer.email);
    for (const [at, { id: bookingId, endsAt }] of ofOthers.entries()) {
      const daysAgo = (ctx.now.getTime() - endsAt.getTime()) / 60_000 / DAY_MIN;
      const late = daysAgo < 17 && daysAgo > 10 && at % 4 === 0 ? overdue.shift() : undefined;
      const outcome = late ?? (daysAgo > 6 ? this.paid() : this.recent());
      // The invoices of the latest work are still drafts.
      this.planInvoice(bookingId, endsAt, at < ofOthers.length - 2 ? outcome : null);
    }
  }

  private planInvoice(bookingId: string, endsAt: Date, outcome: Outcome | null): void {
    this.agenda.plan(addMinutes(endsAt, DRAFTED_AFTER_MIN), (now) =>
      this.invoice(now, { bookingId }, outcome),
    );
  }

  /** Drafts an invoice and brings it to its outcome; without an outcome it stays a draft. */
  private async invoice(
    now: Ctx,
    source: DraftSource,
    outcome: Outcome | null,
    content?: DraftContent,
  ): Promise<void> {
    await this.past.reserveUntil(now);
    const office = this.byAccountant(now);
    const { id } = must(await draftInvoice(office, source));
    if (content) must(await saveDraft(office, { id, version: await versionOf(now, id) }, content));
    if (!outcome) return;
    const { totalFils } = must(await issueInvoice(office, { id, version: await versionOf(now, id) }));
    if (totalFils > 0) this.planOutcome(now.now, id, totalFils, outcome);
  }

  private planOutcome(issuedAt: Date, id: string, totalFils: number, outcome: Outcome): void {
    const after = (days: number, run: (now: Ctx) => Promise<unknown>) =>
      this.agenda.plan(addMinutes(issuedAt, days * DAY_MIN + 35), async (now) => {
        await this.past.reserveUntil(now);
        await run(this.byAccountant(now));
      });
    const half = Math.floor(totalFils / 200) * 100;
    switch (outcome.became) {
      case "open":
        break;
      case "paid":
        after(outcome.after, (now) =>
          outcome.by === "card"
            ? this.payByCard(now, id, totalFils)
            : this.pay(now, id, totalFils, outcome.by),
        );
        break;
      case "part-paid":
        after(2, (now) => this.pay(now, id, half));
        break;
      case "paid-in-two":
        after(2, (now) => this.pay(now, id, half, "cash"));
        after(9, (now) => this.pay(now, id, totalFils - half));
        break;
      case "overpaid":
        after(4, (now) => this.pay(now, id, Math.ceil((totalFils + 1) / 500_00) * 500_00));
        break;
      case "credited":
        after(1, (now) => credit(now, id, { kind: "whole" }, "Invoiced twice by mistake"));
        break;
      case "refunded":
        after(3, (now) => this.pay(now, id, totalFils));
        after(8, (now) => credit(now, id, { kind: "amount", fils: 50_00 }, "Agreed for the late arrival"));
        after(10, (now) => this.refund(now, id, 50_00));
        break;
      case "written-off":
        after(60, async (now) => {
          const seen = { id, version: await versionOf(now, id) };
          must(
            await writeOff({ ...now, actor: this.office.system }, seen, {
              fils: null,
              reason: "Left the country",
            }),
          );
        });
        break;
      case "paid-by-cheque":
        after(2, (now) => this.payByCheque(now, id, totalFils, "000118", ["deposit", "clear"]));
        break;
      case "cheque-bounced":
        after(2, (now) =>
          this.payByCheque(now, id, totalFils, "000207", ["deposit", "bounce", "returnUnused"]),
        );
        after(11, (now) => this.pay(now, id, totalFils));
        break;
      case "overdue-in-part":
        after(2, (now) => this.pay(now, id, half));
        after(3, (now) => this.payByCheque(now, id, totalFils - half, "100934", ["deposit", "bounce"]));
        break;
    }
  }

  private async pay(now: Ctx, invoiceId: string, fils: number, method: RecordedMethod = "transfer") {
    const { customerId, openFils } = await headOf(now, invoiceId);
    const payment = { customerId, method, fils, receivedOn: dubaiDate(now.now), note: "" };
    const seen = { invoiceIds: [invoiceId], seenOpenFils: openFils };
    must(await recordPayment(now, { ...payment, ...seen, creditRemainder: true, allowDuplicate: true }));
  }

  /**
   * Records the payment as a provider would report it, without a provider name, so that no refund is
   * requested from one.
   */
  private async payByCard(now: Ctx, invoiceId: string, fils: number) {
    const { customerId } = await headOf(now, invoiceId);
    const taken = await takePayment(
      { ...now, actor: this.office.system },
      {
        customerId,
        method: "card",
        fils,
        receivedOn: dubaiDate(now.now),
        invoiceIds: [invoiceId],
      },
    );
    const feeFils = Math.round(fils * 0.029) + 1_00;
    await now.db.updateTable("payments").set({ feeFils }).where("id", "=", taken.id).execute();
  }

  private async payByCheque(
    now: Ctx,
    invoiceId: string,
    fils: number,
    number: string,
    steps: readonly ChequeTransition[],
  ) {
    const { customerId } = await headOf(now, invoiceId);
    const dated = dubaiDate(now.now);
    const cheque = await this.cheque(now, { customerId, invoiceId, dated, fils, number });
    this.planMoves(cheque, steps, addMinutes(now.now, DAY_MIN));
  }

  private async cheque(
    now: Ctx,
    cheque: { customerId: string; invoiceId: string | null; dated: string; fils: number; number: string },
  ): Promise<string> {
    const received = await receiveCheque(this.byAccountant(now), {
      ...cheque,
      quoteId: null,
      bank: "Emirates NBD",
    });
    return must(received).id;
  }

  /** One transition every one and a half days. */
  private planMoves(id: string, moves: readonly ChequeTransition[], first: Date): void {
    moves.forEach((move, at) => {
      this.agenda.plan(addMinutes(first, at * 1.5 * DAY_MIN), async (now) => {
        await this.past.reserveUntil(now);
        must(await transitionCheque(this.byAccountant(now), id, move, at + 1));
      });
    });
  }

  private async refund(now: Ctx, invoiceId: string, fils: number) {
    const { customerId } = await headOf(now, invoiceId);
    const refund = { customerId, method: "transfer" as const, fils, paymentId: null };
    must(await refundCustomer(now, { ...refund, reason: "Back to the account it came from" }));
  }

  private byAccountant(now: Ctx): Ctx {
    return { ...now, actor: this.office.accountant };
  }

  private paid(): Outcome {
    const by = this.random.pick(["transfer", "transfer", "card", "card", "cash"] as const);
    return { became: "paid", by, after: by === "transfer" ? 1 + this.random.below(5) : this.random.below(2) };
  }

  private recent(): Outcome {
    const chance = this.random.below(4);
    return chance === 0 ? this.paid() : { became: chance === 1 ? "part-paid" : "open" };
  }

  private contentOf(client: Client, day: string): DraftContent {
    const { random } = this;
    const lines = Array.from({ length: 1 + random.below(3) }, () => {
      const { description, unit, fils, service, max } = random.pick(invoiceItems);
      const quantityHundredths = 100 * (1 + random.below(max));
      const rest = {
        section: "",
        discountFils: 0,
        priceId: null,
        deductsId: null,
        partContractId: null,
        vatTreatment: "standard" as const,
      };
      return { ...rest, description, unit, unitFils: fils, serviceId: service, quantityHundredths };
    });
    const discount =
      random.below(5) === 0 ? { kind: "percent" as const, hundredths: 10_00 } : { kind: "none" as const };
    return { ...blank(client, day), lines, discount };
  }
}

function blank(client: Client, supplyDate: string): DraftContent {
  const discount = { kind: "none" as const };
  return { propertyId: client.propertyId, note: "", supplyDate, dueDate: null, lines: [], discount };
}

async function credit(now: Ctx, id: string, request: CreditRequest, reason: string): Promise<void> {
  const seen = { id, version: await versionOf(now, id) };
  must(await creditInvoice(now, seen, request, { reason, eventDate: dubaiDate(now.now) }));
}

/** Payouts of the card provider: each Monday the payments of the previous week. */
async function addPayouts(ctx: Ctx): Promise<void> {
  const payments = await ctx.db
    .selectFrom("payments")
    .select(["id", "receivedOn", "amountFils", "feeFils"])
    .where("method", "=", "card")
    .orderBy("receivedOn")
    .execute();
  const byMonday = Map.groupBy(payments, ({ receivedOn }) => addDays(receivedOn, 8 - weekdayOf(receivedOn)));
  for (const [arrivedOn, paid] of byMonday) {
    if (arrivedOn > dubaiDate(ctx.now)) continue;
    const amountFils = paid.reduce((sum, { amountFils, feeFils }) => sum + amountFils - feeFils!, 0);
    const { id } = await ctx.db
      .insertInto("payouts")
      .values({ provider: "stripe", providerPayout: `po_sample_${arrivedOn}`, amountFils, arrivedOn })
      .returning("id")
      .executeTakeFirstOrThrow();
    await ctx.db
      .updateTable("payments")
      .set({ payoutId: id })
      .where(
        "id",
        "in",
        paid.map((payment) => payment.id),
      )
      .execute();
  }
}

async function headOf(ctx: Ctx, invoiceId: string) {
  return ctx.db
    .selectFrom("invoices")
    .select(["customerId", "openFils", "version"])
    .where("id", "=", invoiceId)
    .executeTakeFirstOrThrow();
}

async function versionOf(ctx: Ctx, id: string): Promise<number> {
  return (await headOf(ctx, id)).version;
}

function must<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`The sample's money was refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}
