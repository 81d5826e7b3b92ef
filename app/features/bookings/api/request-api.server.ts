import * as z from "zod/mini";
import { endpoints, get, okResponse, submission } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { loadPriceMenu } from "../lines/menu.server";
import { bookingRequestSchema, linkRequestSchema } from "../schema";
import { submitBooking, submitLinkRequest } from "../submissions.server";
import { bookingView, menuView } from "../views";

/** The forms about bookings that anybody may send, and what a price is counted from. */
export const requestApi = endpoints("booking", [
  get("/price-menu", {
    may: "website.use",
    summary:
      "What can be booked today, item by item, and when the office is open: what a price is counted from",
    description: "Money is AED including VAT, in fils; uplifts are in percent, days and clock times Dubai's.",
    answer: menuView,
    run: loadPriceMenu,
  }),

  submission("/handle-booking", {
    may: "bookings.request",
    summary: "Book a service",
    description:
      "With preferredDate and preferredTime the slot is held; where it has gone, the three nearest free ones are told. " +
      "Of a guest it is held for two working hours, until the mailed link is opened; where too much is held so, for the work of `captcha` " +
      "only (409, captcha-required): sent again with its captchaToken, base64 of {challenge, solution}. Without a time every booking is taken. " +
      "Whoever has booked the same for the same time is told its reference; sent again with that in confirmDuplicateOf, it is a second one. " +
      "`items`: so many of each item of the price book (/price-menu), several services in one visit; the service itself is the lead. " +
      "`sameTechnicianAs`: the reference of a finished booking of one's own, signed in or with its link opened: whoever did that work is asked for " +
      "(/account/technicians). A wish and no promise; an emergency has none. Of somebody else's booking, or one that nobody finished, it is refused (422, never-visited). " +
      "Send an Idempotency-Key: the same request is then answered the same for 24 hours and books once. Who books is read " +
      "from the session, never from the body. More than 3 attempts in 60 seconds are refused (429).",
    body: (now: Date) => bookingRequestSchema(dubaiDate(now)),
    answer: z.object({
      success: z.literal(true),
      bookingId: z.uuid(),
      reference: z.string(),
      /** Follow, change or cancel: the link that is mailed too. */
      followUrl: z.string(),
      booking: bookingView,
    }),
    refuses: [
      "slot-taken",
      "captcha-required",
      "already-booked",
      "never-visited",
      "unknown-service",
      "unknown-trade",
      "unknown-item",
      "unknown-photo",
      "security-wrong",
      "security-expired",
      "key-reused",
      "rate-limited",
    ],
    submit: (ctx, sent, call) => submitBooking(ctx, call.get("config"), sent),
  }),

  submission("/bookings/send-link", {
    may: "website.use",
    summary: "Mail the link of a booking again, to the address that it was made with",
    description:
      "Answered the same whether there is such a booking or not. Whoever asks too often is refused (429).",
    body: linkRequestSchema,
    answer: okResponse,
    refuses: ["rate-limited"],
    submit: (ctx, { body }) => submitLinkRequest(ctx, body),
  }),
]);
