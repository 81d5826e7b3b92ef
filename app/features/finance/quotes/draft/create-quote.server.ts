import { randomUUID } from "node:crypto";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { DEFAULT_LOCALE, isLocale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { allocateNumber } from "~/platform/numbers.server";
import { readSettings } from "../../../core/business/read-settings.server";
import { type VersionDraft, versionTotals, writeVersion } from "../versions.server";

export interface NewQuote {
  customerId: string;
  propertyId: string | null;
  bookingId: string | null;
  serviceId: string | null;
  language: string;
  version: VersionDraft;
  copyOf?: string;
  /** Contract to be renewed. */
  renewsId?: string;
}

export async function createQuote(ctx: Ctx, { version, copyOf, renewsId, ...quote }: NewQuote) {
  const id = randomUUID();
  const totals = versionTotals(version);
  // Taken last, because the counter stays locked until the transaction ends.
  const reference = await allocateNumber(ctx, "QT");
  await ctx.db
    .insertInto("quotes")
    .values({
      id,
      reference,
      state: "draft",
      customerId: quote.customerId,
      propertyId: quote.propertyId,
      bookingId: quote.bookingId,
      workBookingId: null,
      renewsContractId: renewsId ?? null,
      serviceId: quote.serviceId,
      language: quote.language,
      ...totals,
      validUntil: null,
      createdAt: ctx.now,
      sentAt: null,
      viewedAt: null,
      answeredAt: null,
    })
    .execute();
  await writeVersion(ctx, id, 1, version);
  await emit(ctx, "quote.created", id, { bookingId: quote.bookingId, copyOf: copyOf ?? null });
  return { ok: true as const, id };
}

export async function createEmptyDraft(ctx: Ctx): Promise<VersionDraft> {
  const { quoteDays } = (await readSettings(ctx, "money")).values;
  return {
    title: "",
    introduction: "",
    terms: "",
    lines: [],
    discount: { kind: "none" },
    vatTreatment: "standard",
    depositPercent: 0,
    validDays: quoteDays,
    photoIds: [],
  };
}

export function inCustomerLanguage<Result>(language: string, write: () => Result): Result {
  return inLocale(isLocale(language) ? language : DEFAULT_LOCALE, write);
}
