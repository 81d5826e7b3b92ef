import * as z from "zod/mini";
import { endpoints, get, okResponse, submission } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { jobFields, readJob } from "../../scheduling/slots-api.server";
import { loadPriceMenu } from "../lines/menu.server";
import { menuView } from "../request/views";
import { bookingRequestSchema, daySchema, linkRequestSchema, slotTimeSchema } from "../schema";
import { submitBooking, submitLinkRequest } from "../submissions.server";
import { bookingView } from "../views";
import { wouldBeHeld } from "../visits/guest-holds.server";

export const requestApi = endpoints("booking", [
  get("/price-menu", {
    may: "website.use",
    summary: "Price book items, opening hours and VAT rates from which a price is computed",
    description: "Money is in fils including VAT, surcharges in percent, days and times in Asia/Dubai.",
    answer: menuView,
    run: loadPriceMenu,
  }),

  get("/availability/hold", {
    may: "website.use",
    summary: "Whether a booking of this time would be held, or sent as a request without a hold",
    description:
      "`held` is false if unanswered holds of guests and new accounts have used their share of the day, or no technician is free. " +
      "Bookings of accounts with a completed booking are always held. Query: `date` and `time`, and the work as for /availability.",
    query: z.object({ ...jobFields, date: daySchema, time: slotTimeSchema }),
    answer: z.object({ held: z.boolean() }),
    async run(ctx, { date: day, time, ...asked }, call) {
      const search = await readJob(ctx, asked);
      const { unconfirmedShare } = call.get("config");
      return {
        held: search !== null && (await wouldBeHeld(ctx, { ...search, day, time }, unconfirmedShare)),
      };
    },
  }),

  submission("/handle-booking", {
    operationId: "requestBooking",
    may: "bookings.request",
    summary: "Book a service",
    description:
      "With preferredDate and preferredTime the slot is held; if it is taken, the answer has the three nearest free slots. " +
      "The hold of a guest ends after two working hours; the button on the page of the emailed link extends it until the office answers, for at most a working day (settings). " +
      "Accounts without a completed booking are limited like guests with a confirmed email. Beyond the limit of such holds a proof of work is required (409, captcha-required): send again with captchaToken, base64 of {challenge, solution}. " +
      "Unanswered holds of guests block at most half of a trade's starts on a day. Beyond it the time is not held: the request is saved without a visit " +
      "(`booking.timeNotHeld`), or refused if it has `requireHold` (409, time-not-held). /availability/hold tells this in advance. " +
      "Bookings without a time are always accepted. More than 3 emergencies of a network in ten minutes require a proof of work too, up to ten seconds on a phone. " +
      "A duplicate of an existing booking is refused with its reference (409, already-booked); send again with confirmDuplicateOf to book a second one. " +
      "`items`: quantities of price book items (/price-menu), also of several services for one visit; `service` is the main one. " +
      "`sameTechnicianAs`: reference of the customer's own finished booking, signed in or with its link opened; its technician is preferred " +
      "(/account/technicians), without a guarantee and not for emergencies. Other references are refused (422, unknown-former-technician). " +
      "`access`: parking, contact on site, Makani number and who applies for the gate pass or NOC (`permitBy`), for this booking. " +
      "Send an Idempotency-Key: a repeated request gets the same answer for 24 hours and books once. The customer is taken " +
      "from the session, never from the body. More than 3 attempts in 60 seconds are refused (429).",
    body: (now: Date) => bookingRequestSchema(dubaiDate(now)),
    answer: z.object({
      success: z.literal(true),
      bookingId: z.uuid(),
      reference: z.string(),
      followUrl: z.string(),
      booking: bookingView,
    }),
    refuses: [
      "slot-taken",
      "captcha-required",
      "time-not-held",
      "already-booked",
      "unknown-former-technician",
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
    summary: "Email the link of a booking to its own address",
    description:
      "The answer does not reveal whether the booking exists. Too many requests are refused (429).",
    body: linkRequestSchema,
    answer: okResponse,
    refuses: ["rate-limited"],
    submit: (ctx, { body }) => submitLinkRequest(ctx, body),
  }),
]);
