import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { ApiError, InvalidInput } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import type { Sent } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { clientNetwork } from "~/platform/http/limits/client-address.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import type { Refusal } from "~/platform/http/refusal";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { dubaiDate } from "~/platform/time";
import { answerPostedForm } from "../forms/posted-form.server";
import { submitOnce, tooManyAttempts } from "../forms/submit-once.server";
import { askForLink } from "./commands/ask-for-link.server";
import { renewLink } from "./commands/renew-link.server";
import { requestBooking } from "./commands/request-booking.server";
import { labelForSlotTaken, labelForWorkAsked } from "./labels";
import { readMenu } from "./lines/menu.server";
import { asKeyHolder, followUrl } from "./link/follow-link.server";
import { findBooking } from "./queries.server";
import { OFFERED_SLOT, type PostedBooking, withChosenSlot, withItems } from "./request/posted-booking";
import { bookingRequestSchema, linkRequestSchema } from "./schema";
import { recordFullHolds } from "./visits/unconfirmed-holds.server";

/** The forms about bookings that anybody may send, by a call (`submit…`) or posted to their page (`post…`). */

/** Where a booking's mailed link leads, and what signs it. */
type Links = Pick<Config, "publicUrl" | "secret" | "unconfirmedHolds" | "unconfirmedShare">;

/** Building a schema costs far more than using it, and it stays the same all day. */
let latest = { today: "", schema: bookingRequestSchema("") };

function schemaOf(today: string) {
  if (latest.today !== today) latest = { today, schema: bookingRequestSchema(today) };
  return latest.schema;
}

/** Books. Answers 409 with the three nearest free slots where the one asked for has gone, where they have booked the same
 * already, and with the work to do where a time is held for that only; throws other refusals (`ApiError`). */
export async function submitBooking(ctx: Ctx, links: Links, sent: Sent): Promise<Answer> {
  const answer = await submitOnce(ctx, sent, {
    name: "booking",
    schema: schemaOf(dubaiDate(ctx.now)),
    async work(ctx, { securityCheck, besides, captchaToken, ...form }) {
      const terms = { ...links, captchaToken };
      const result = await requestBooking(ctx, form, securityCheck, { besides, terms });
      if (!result.ok) {
        if (result.reason === "slot-taken") return slotTakenAnswer(result);
        return result.reason === "already-booked" ? alreadyBookedAnswer(result) : result;
      }
      const booking = await findBooking(asKeyHolder(ctx, result.bookingId), { id: result.bookingId });
      if (!booking) throw new Error("A booking just made cannot be found");
      return {
        status: 200,
        body: {
          success: true,
          bookingId: result.bookingId,
          reference: result.reference,
          followUrl: followUrl(links, { id: result.bookingId, reference: result.reference, linkNo: 0 }),
          booking,
        },
      };
    },
  });
  if ("status" in answer) return answer;
  if (answer.reason === "captcha-required") {
    await recordFullHolds(ctx, answer);
    const { work: captcha, dayFull } = answer;
    const message = labelForWorkAsked(dayFull);
    return { status: 409, body: { success: false, reason: "captcha-required", message, captcha } };
  }
  if (answer.reason === "never-visited") {
    throw new ApiError(422, "never-visited", m.asked_for_error_never_visited());
  }
  throw new InvalidInput(wrongIn(answer.reason), m.common_error_invalid());
}

/** By field. */
function wrongIn(reason: string): Record<string, string> {
  switch (reason) {
    case "unknown-photo":
      return { photoIds: m.booking_error_photo_gone() };
    case "unknown-item":
      return { items: m.lines_error_item_gone() };
    case "unknown-trade":
      return { trade: m.booking_error_service_unknown() };
    default:
      return { service: m.booking_error_service_unknown() };
  }
}

function slotTakenAnswer({ alternatives }: Refusal<"slot-taken">): Answer {
  const message = labelForSlotTaken(alternatives);
  return { status: 409, body: { success: false, reason: "slot-taken", message, alternatives } };
}

function alreadyBookedAnswer({ reference }: Refusal<"already-booked">): Answer {
  const message = m.booking_error_already_booked({ reference });
  return { status: 409, body: { success: false, reason: "already-booked", message, reference } };
}

export function postBooking(ctx: Ctx & Links, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "booking",
    submit: (sent) => submitBooking(ctx, ctx, sent),
    done: ({ followUrl }) => `${followUrl}&booked`,
    fields: withChosenSlot,
    body: withItems,
    async again(posted, { alternatives = null, reference }): Promise<PostedBooking> {
      return {
        ...posted,
        ...(alternatives ? { values: { ...posted.values, preferredTime: "" }, focus: OFFERED_SLOT } : {}),
        form: "booking",
        menu: await readMenu(ctx),
        alternatives: alternatives as PostedBooking["alternatives"],
        besides: (reference as string | undefined) ?? posted.values.besides ?? null,
      };
    },
  });
}

/** Nobody tries references out. */
const CLIENT_LIMIT = { most: 5, seconds: 600 };

/** Mails the link of a booking again. Answers the same whether there is such a booking or not; throws other refusals (`ApiError`). */
export async function submitLinkRequest(ctx: Ctx, body: unknown): Promise<Answer> {
  const asked = readInput(body, linkRequestSchema);
  const limit = { key: `booking-link client ${clientNetwork(ctx.clientIp)}`, ...CLIENT_LIMIT };
  const attempt = await takeAttempt(ctx, limit);
  if (!attempt.ok) {
    await recordSecurityEvent(ctx, { type: "rate_limit", message: "Too many requests for a booking's link" });
    throw tooManyAttempts(attempt.retryAfterSeconds);
  }
  await askForLink(ctx, asked);
  return { status: 200, body: { success: true } };
}

/** The page of a link that has ended, posted: as the call, whether there is such a booking or not. */
export async function postLinkRenewal(ctx: Ctx & Pick<Config, "secret">, reference: string) {
  await renewLink(ctx, ctx, { reference });
  return { told: m.common_link_sent() };
}

export function postLinkRequest(ctx: Ctx & Pick<Config, "secret">, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "follow",
    question: false,
    submit: ({ body }) => submitLinkRequest(ctx, body),
    done: () => "/bookings/link-sent",
  });
}
