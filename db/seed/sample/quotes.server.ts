import {
  approveQuote,
  declineQuote,
  requestChanges,
  viewQuote,
} from "~/features/finance/quotes/commands/answer.server";
import { createQuoteForCustomer, saveDraft } from "~/features/finance/quotes/commands/draft.server";
import { sendQuote } from "~/features/finance/quotes/commands/send.server";
import { withdrawQuote } from "~/features/finance/quotes/commands/withdraw.server";
import { expireQuotes } from "~/features/finance/quotes/expire.server";
import type { QuoteDraft, QuoteLine } from "~/features/finance/quotes/schema";
import type { Actor } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiDate, dubaiInstant } from "~/platform/time";
import { exampleCustomer } from "./people";
import { type SampleQuote, sampleQuotes, sampleTerms } from "./quotes";

const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** Seeds three months of quotes through the commands of people, at realistic times. */
export async function seedQuotes(ctx: Ctx, office: Actor): Promise<void> {
  const customers = await ctx.db
    .selectFrom("customers")
    .innerJoin("properties", "properties.customerId", "customers.id")
    .select(["customers.id", "customers.name", "email", "properties.id as propertyId"])
    .distinctOn("customers.phone")
    .orderBy("customers.phone")
    .orderBy("properties.createdAt")
    .execute();
  for (const [at, quote] of sampleQuotes.entries()) {
    const customer = quote.forExample
      ? customers.find(({ email }) => email === exampleCustomer.email)
      : customers[(at * 7) % customers.length];
    if (customer) await liveQuote(ctx, office, quote, customer);
  }
  await expireQuotes(ctx);
}

async function liveQuote(
  ctx: Ctx,
  office: Actor,
  quote: SampleQuote,
  customer: { id: string; name: string; propertyId: string },
): Promise<void> {
  const { outcome } = quote;
  const day = addDays(dubaiDate(ctx.now), -quote.ago);
  const written = earlier(ctx.now, dubaiInstant(day, "09:20"));
  const inOffice = (minutes: number): Ctx => ({
    ...ctx,
    actor: office,
    now: earlier(ctx.now, addMinutes(written, minutes)),
  });
  const created = must(
    await createQuoteForCustomer(inOffice(0), { customerId: customer.id, propertyId: customer.propertyId }),
  );
  const { id } = created;
  must(await saveDraft(inOffice(10), { id, version: 1 }, findDraft(quote, customer.propertyId)));
  if (outcome.became === "draft") return;
  must(await sendQuote(inOffice(25), { id, version: 2 }, "email"));
  if (outcome.became === "sent" || outcome.became === "expired") return;

  const opened = (minutes: number): Ctx => ({
    ...inOffice(minutes),
    actor: { role: "link-holder", document: { kind: "quote", id } },
    clientIp: "192.0.2.44",
  });
  must(await viewQuote(opened(5 * HOUR_MIN), id));
  switch (outcome.became) {
    case "withdrawn":
      must(await withdrawQuote(inOffice(2 * DAY_MIN), { id, version: 4 }));
      return;
    case "changes_requested":
      must(await requestChanges(opened(DAY_MIN), id, { revision: 1, comment: outcome.words }));
      return;
    case "declined":
      must(await declineQuote(opened(3 * DAY_MIN), id, { revision: 1, comment: outcome.words }));
      return;
    case "approved":
    case "converted": {
      const approval = { revision: 1, name: customer.name, chosenPositions: outcome.ticked ?? [] };
      must(await approveQuote(opened(DAY_MIN + 3 * HOUR_MIN), id, approval));
      if (outcome.became === "converted") await giveToFinishedWork(ctx, id);
    }
  }
}

const INVOICED_DAYS_AGO = 4;

/**
 * Bypasses the command, which would create new work. The quote stays approved if the customer has no
 * completed work.
 */
async function giveToFinishedWork(ctx: Ctx, quoteId: string): Promise<void> {
  const work = await ctx.db
    .selectFrom("quotes")
    .innerJoin("bookings", "bookings.customerId", "quotes.customerId")
    .innerJoin("visits", "visits.bookingId", "bookings.id")
    .select("bookings.id")
    .where("quotes.id", "=", quoteId)
    .where("bookings.state", "=", "completed")
    .where("visits.state", "=", "work_done")
    // The invoices of the latest work are drafts.
    .where("visits.endedAt", "<", addMinutes(ctx.now, -INVOICED_DAYS_AGO * DAY_MIN))
    .where("bookings.estimateFils", ">", 0)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("quotes").select("id").whereRef("quotes.workBookingId", "=", "bookings.id"))),
    )
    .orderBy("bookings.requestedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!work) return;
  await ctx.db
    .updateTable("quotes")
    .set((eb) => ({ state: "converted", workBookingId: work.id, version: eb("version", "+", 1) }))
    .where("id", "=", quoteId)
    .execute();
}

function findDraft({ lines, discount, ...quote }: SampleQuote, propertyId: string): QuoteDraft {
  let section = "";
  const written: QuoteLine[] = [];
  for (const line of lines) {
    if (typeof line === "string") {
      section = line;
      continue;
    }
    const [description, quantity, unit, aed, optional] = line;
    written.push({
      section,
      description,
      quantityHundredths: Math.round(quantity * 100),
      unit,
      unitFils: Math.round(aed * 100),
      optional: optional !== undefined,
      serviceId: quote.service,
      priceId: null,
      partContractId: null,
      discountFils: 0,
    });
  }
  return {
    title: quote.title,
    introduction: quote.introduction,
    terms: sampleTerms,
    lines: written,
    discount: !discount
      ? { kind: "none" }
      : "aed" in discount
        ? { kind: "amount", fils: discount.aed * 100 }
        : { kind: "percent", hundredths: Math.round(discount.percent * 100) },
    vatTreatment: "standard",
    depositPercent: quote.depositPercent ?? 0,
    validDays: 30,
    photoIds: [],
    serviceId: quote.service,
    propertyId,
  };
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function must<Result extends { ok: boolean }>(result: Result): Extract<Result, { ok: true }> {
  if (!result.ok) throw new Error(`A sample quote was refused: ${JSON.stringify(result)}`);
  return result as Extract<Result, { ok: true }>;
}
