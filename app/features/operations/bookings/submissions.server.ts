import { data, redirect } from "react-router";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { clientNetwork } from "~/platform/http/limits/client-address.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { isRefusal, type Refusal } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { answerPostedForm, type Posting } from "../../core/forms/posted-form.server";
import { countAttempt, submitOnce } from "../../core/forms/submit-once.server";
import { confirmContact } from "./commands/confirm-contact.server";
import { confirmVisit } from "./commands/confirm-visit.server";
import { renewLink } from "./commands/renew-link.server";
import { requestBooking } from "./commands/request-booking.server";
import { requestBookingLink } from "./commands/request-booking-link.server";
import { loadPriceMenu } from "./lines/menu.server";
import { asLinkHolder, followUrl, openAsCustomer } from "./link/booking-link.server";
import { findBooking } from "./queries.server";
import {
  applyChosenSlot,
  groupFields,
  OFFERED_SLOT_FIELD,
  type PostedBooking,
} from "./request/posted-booking";
import { bookingRequestSchema, linkRequestSchema } from "./schema";
import { recordGuestShareReached, recordProofOfWorkRequired } from "./visits/guest-holds.server";

/** Public forms, called as API (`submit…`) or posted without JavaScript (`post…`). */

type Links = Pick<
  Config,
  "publicUrl" | "secret" | "unconfirmedHolds" | "unconfirmedShare" | "freeEmergencies"
>;

/** Cached for the day, because building a schema costs far more than using it. */
let cachedSchema = { today: "", schema: bookingRequestSchema("") };

function schemaOf(today: string) {
  if (cachedSchema.today !== today) cachedSchema = { today, schema: bookingRequestSchema(today) };
  return cachedSchema.schema;
}

/** A refusal for a taken slot or a duplicate stays the answer to its idempotency key. */
export async function submitBooking(ctx: Ctx, links: Links, sent: RawSubmission) {
  let notHeldOn: string | null = null;
  const answer = await submitOnce(ctx, sent, {
    name: "booking",
    schema: schemaOf(dubaiDate(ctx.now)),
    finalRefusals: ["slot-taken", "already-booked"],
    async operation(ctx, { securityCheck, captchaToken, confirmDuplicateOf, requireHold, ...form }) {
      const terms = { ...links, captchaToken };
      const options = { confirmDuplicateOf, requireHold, terms };
      const requested = await requestBooking(ctx, form, securityCheck, options);
      if (requested.ok) notHeldOn = requested.notHeldOn;
      return requested;
    },
    async reply(ctx, { bookingId, reference }) {
      const booking = await findBooking(asLinkHolder(ctx, bookingId), { id: bookingId });
      if (!booking) throw new Error("The created booking cannot be found");
      const link = followUrl(links, { id: bookingId, reference, linkNo: 0 });
      return { success: true, bookingId, reference, followUrl: link, booking };
    },
  });
  if (isRefusal(answer) && answer.reason === "captcha-required") await recordProofOfWorkRequired(ctx, answer);
  if (isRefusal(answer) && answer.reason === "time-not-held") notHeldOn = answer.day;
  if (notHeldOn !== null) await recordGuestShareReached(ctx, notHeldOn);
  return answer;
}

export function postBooking(ctx: Posting & Links, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "booking",
    submit: (sent) => submitBooking(ctx, ctx, sent),
    done: ({ followUrl }) => `${followUrl}&booked`,
    fields: applyChosenSlot,
    body: groupFields,
    async again(posted, { alternatives = null, reference, reason }): Promise<PostedBooking> {
      const { preferredDate = "", preferredTime = "" } = posted.values;
      return {
        ...posted,
        ...(alternatives
          ? { values: { ...posted.values, preferredTime: "" }, focus: OFFERED_SLOT_FIELD }
          : {}),
        form: "booking",
        menu: await loadPriceMenu(ctx),
        alternatives: alternatives as PostedBooking["alternatives"],
        confirmDuplicateOf: (reference as string | undefined) ?? posted.values.confirmDuplicateOf ?? null,
        notHeldSlot: reason === "time-not-held" ? `${preferredDate} ${preferredTime}` : null,
      };
    },
  });
}

const CLIENT_LIMIT = { max: 5, seconds: 600 };

/** The answer does not reveal whether the booking exists. */
export async function submitLinkRequest(ctx: Ctx, body: unknown): Promise<Answer | Refusal<"rate-limited">> {
  const request = readInput(body, linkRequestSchema);
  const limit = { key: `booking-link client ${clientNetwork(ctx.clientIp)}`, ...CLIENT_LIMIT };
  const attempt = await countAttempt(ctx, limit, "Too many requests for a booking's link");
  if (!attempt.ok) return attempt;
  await requestBookingLink(ctx, request);
  return { status: 200, body: { success: true } };
}

/** Forms of the booking page without JavaScript: confirmation of the email or of the visit, or a new link. */
export async function postToBooking(
  ctx: Ctx & Pick<Config, "secret" | "unconfirmedHolds">,
  reference: string,
  request: Request,
) {
  let fields: Record<string, string>;
  try {
    fields = await readPostedFields(request);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return data({ message: error.message }, { status: error.status });
  }
  const { answer, startsAt } = fields;
  if (answer !== "confirm" && answer !== "confirm-visit") return postLinkRenewal(ctx, reference);
  const opened = await openAsCustomer(ctx, ctx, reference, "");
  const booking = opened.isExpired ? null : await findBooking(opened.ctx, { reference });
  if (!opened.isExpired && booking) {
    if (answer === "confirm") await confirmContact(opened.ctx, booking.id, ctx);
    // The page shows the current time of the visit if it has changed meanwhile.
    else if (startsAt && startsAt === booking.visit?.startsAt)
      await confirmVisit(opened.ctx, { bookingId: booking.id, startsAt: new Date(startsAt) });
  }
  throw redirect(`/bookings/${encodeURIComponent(reference)}`, 303);
}

/** The answer does not reveal whether the booking exists. */
async function postLinkRenewal(ctx: Ctx & Pick<Config, "secret">, reference: string) {
  await renewLink(ctx, ctx, { reference });
  return { message: m.link_sent() };
}

export function postLinkRequest(ctx: Posting, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "follow",
    question: false,
    submit: ({ body }) => submitLinkRequest(ctx, body),
    done: () => "/bookings/link-sent",
  });
}
