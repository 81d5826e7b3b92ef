import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import { canReceiveWhatsapp } from "~/platform/messaging/require-whatsapp.server";
import { dubaiDate } from "~/platform/time";
import { LINK_PLACE } from "../../../core/documents/shared-link";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { findPartTerms } from "../../../core/packages/part-terms.server";
import { flattenAddress } from "../../../core/properties/property";
import { listProperties } from "../../../core/properties/read-properties.server";
import { canCorrectWork } from "../../../operations/bookings/booking";
import { listBookingPhotos } from "../draft/quote-source.server";
import { canRevise, canSend, effectiveStateOn, validateQuoteTransition } from "../quote";
import { findDraft, listVersions, toAnswerView, versionVatPercent } from "../versions.server";
import type { QuoteDetail } from "../views";

export const findQuoteDetail = query(
  "quotes.read",
  async function findQuoteDetail(
    ctx,
    id: string,
    config: Pick<Config, "whatsapp"> = {},
  ): Promise<QuoteDetail | null> {
    const row = await ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) return null;
    const { db } = ctx;
    const [customer, properties, versions, answers, booking, work, pictures] = await Promise.all([
      db
        .selectFrom("customers")
        .select(["id", "name", "email", "phone"])
        .where("id", "=", row.customerId)
        .executeTakeFirstOrThrow(),
      listProperties(ctx, row.customerId),
      listVersions(ctx, id),
      db
        .selectFrom("quoteAnswers")
        .selectAll()
        .where("quoteId", "=", id)
        .orderBy("quoteAnswers.id", "desc")
        .execute(),
      findBookingHead(ctx, row.bookingId),
      findBookingHead(ctx, row.workBookingId),
      listBookingPhotos(ctx, row.bookingId),
    ]);
    const today = dubaiDate(ctx.now);
    const parts = await findPartTerms(
      ctx,
      properties.map(({ id }) => id),
      today,
    );
    const state = effectiveStateOn(today, { state: row.state, validUntil: row.validUntil });
    const draft = findDraft(versions);
    const canDo = (transition: "withdraw" | "convert" | "cancel") =>
      validateQuoteTransition({
        transition,
        by: "office",
        state: row.state,
        validUntil: row.validUntil,
        today,
      }).ok;
    return {
      id: row.id,
      reference: row.reference,
      state,
      version: row.version,
      customer: {
        ...customer,
        hasWhatsapp: canReceiveWhatsapp(config, customer.phone),
        properties: properties.map(({ id, address }) => ({
          id,
          address: placeInReaderLanguage(flattenAddress(address)),
          parts: parts.get(id) ?? null,
        })),
      },
      propertyId: row.propertyId,
      serviceId: row.serviceId,
      booking: booking && { ...booking.head, isTerminal: !canCorrectWork(booking.state) },
      convertedBooking: work?.head ?? null,
      renewsContractId: row.renewsContractId,
      language: row.language,
      linkText: m.quotes_whatsapp_link(
        { name: bidiIsolate(customer.name), reference: row.reference, url: LINK_PLACE },
        { locale: localeOrDefault(row.language) },
      ),
      vatPercent: await versionVatPercent(ctx, versions[0]!),
      revision: row.revision,
      totalFils: row.totalFils,
      depositFils: row.depositFils,
      validUntil: row.validUntil,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      viewedAt: row.viewedAt?.toISOString() ?? null,
      answeredAt: row.answeredAt?.toISOString() ?? null,
      versions: versions.map(({ sentAt, ...version }) => ({
        ...version,
        sentAt: sentAt?.toISOString() ?? null,
        answers: answers
          .filter(({ revision }) => revision === version.number)
          .map((answer) => ({ ...toAnswerView(answer), clientIp: answer.clientIp })),
      })),
      canSend: draft !== null && canSend(row.state),
      canRevise: draft === null && canRevise(row.state),
      canWithdraw: canDo("withdraw"),
      // Renewals are invoiced and cancelled through their contract.
      canConvert: row.renewsContractId === null && canDo("convert"),
      canCancel: row.renewsContractId === null && canDo("cancel"),
      pictures: pictures.map((id) => ({ id })),
    };
  },
);

async function findBookingHead(ctx: Ctx, id: string | null) {
  if (!id) return null;
  const row = await ctx.db
    .selectFrom("bookings")
    .select(["id", "reference", "state"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { head: { id: row.id, reference: row.reference }, state: row.state };
}
