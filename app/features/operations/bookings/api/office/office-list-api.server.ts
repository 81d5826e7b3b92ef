import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { csvResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { bulkAnswer } from "~/platform/lists/bulk";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { countsParam, pageParams } from "~/platform/lists/keyset.server";
import { runBulk } from "~/platform/lists/run-bulk.server";
import { requiredTextField } from "~/platform/text/required-text";
import { singleLine } from "~/platform/text/sanitize-text";
import { dubaiDate } from "~/platform/time";
import { bookingStates, liveVisitStates } from "../../booking";
import { deleteFilter, saveFilter } from "../../commands/saved-filters.server";
import { transitionBooking } from "../../commands/transition-booking.server";
import { bookingSorts, filterDates, filterStages, filterTargets } from "../../list/booking-filter";
import { exportHeaders, exportRow } from "../../list/export";
import { listSavedFilters } from "../../list/saved-filters.server";
import { type BookingRow, bookingList, savedFilters } from "../../list/views";
import { iterateBookingPages, listBookings } from "../../office/list-queries.server";
import { daySchema, versionSchema } from "../../schema";

export const filterFields = {
  search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
  state: z.optional(z.enum(bookingStates)),
  service: z.optional(z.string().check(singleLine(), z.maxLength(80))),
  area: z.optional(z.string().check(singleLine(), z.maxLength(50))),
  technician: z.optional(z.uuid()),
  emergency: z.optional(z.literal("yes")),
  awaitingArrival: z.optional(z.literal("yes")),
  visit: z.optional(z.enum(liveVisitStates)),
  unassigned: z.optional(z.literal("yes")),
  overdue: z.optional(z.literal("yes")),
  onHold: z.optional(z.literal("due")),
  contract: z.optional(z.literal("week")),
  target: z.optional(z.enum(filterTargets)),
  stage: z.optional(z.enum(filterStages)),
  callback: z.optional(z.literal("yes")),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  weekday: z.optional(z.string().check(z.regex(/^[1-7]$/))),
  hour: z.optional(z.string().check(z.regex(/^(1?\d|2[0-3])$/))),
  /** Instant that the dates, weekday and hour filter on; default is the visit. */
  dates: z.optional(z.enum(filterDates)),
};

export const bookingListFields = { ...filterFields, sort: z.optional(z.enum(bookingSorts)) };

const MAX_BATCH = 100;
const filter = z.object(filterFields);

export const officeListApi = endpoints("booking", [
  get("/admin/bookings", {
    may: "bookings.read",
    summary: "List bookings, newest first by default",
    description:
      "`from`, `to`: Dubai days, both included, of the visit or, by `dates`, of the request, the arrival or the finished work; " +
      "`weekday` (1 Monday) and `hour` of the same instant. `area`: `none` for addresses without an area. `target`: response target met, missed, or either; " +
      "open requests past their target count as missed. `stage`: stage of the website funnel. `callback`: finished work that needed a return visit within 30 days. " +
      "`awaitingArrival`: emergencies before the technician's arrival. `visit`: state of a visit on those days. `unassigned`: confirmed work without a technician. " +
      "`overdue`: the visit's time has passed without a departure. `onHold`: work on hold that is expected to continue by today. `contract`: `week` for contract visits due this week, Monday to Sunday. " +
      "`sort`: by `visit`, bookings without a visit come last. `counts`: included in the first page.",
    query: z.object({ ...bookingListFields, ...pageParams, ...countsParam }),
    answer: bookingList,
    run: listBookings,
  }),

  get("/admin/bookings.csv", {
    may: "bookings.read",
    summary: "Export the filtered list as CSV (UTF-8, times in Asia/Dubai)",
    reads: "replica-after-own-writes",
    query: z.object(bookingListFields),
    answer: bytes("text/csv", "One row per booking, with a header row"),
    async run(ctx, params) {
      const lines = linesOf(await iterateBookingPages(ctx, params));
      return csvResponse(lines, `bookings-${dubaiDate(ctx.now)}.csv`);
    },
  }),

  post("/admin/bookings/transitions", {
    operationId: "changeBookingStates",
    may: "bookings.manage",
    summary: "Confirm or complete several bookings independently",
    description:
      "A refusal does not affect the others; the answer has one result per booking, in the same order.",
    body: z.object({
      transition: z.enum(["confirm", "complete"]),
      bookings: z
        .array(z.object({ id: z.uuid({ error: () => m.booking_error_not_found() }), version: versionSchema }))
        .check(z.minLength(1), z.maxLength(MAX_BATCH)),
    }),
    answer: bulkAnswer,
    run: (ctx, { transition, bookings }, call) =>
      runBulk(bookings, call.get("messageFor"), ({ id, version }) =>
        transitionBooking(ctx, { bookingId: id, transition, version }),
      ),
    reply: (_ctx, _input, results) => ({ results }),
  }),

  get("/admin/booking-filters", {
    may: "bookings.read",
    summary: "Saved filters of the signed-in user",
    answer: savedFilters,
    run: async (ctx) => ({ filters: await listSavedFilters(ctx) }),
  }),

  post("/admin/booking-filters", {
    operationId: "saveBookingFilter",
    may: "bookings.read",
    summary: "Save a filter; a filter of the same name is replaced",
    body: z.object({ name: requiredTextField(40), filter }),
    answer: savedFilters,
    run: saveFilter,
    refuses: ["too-many"],
    reply: async (ctx) => ({ filters: await listSavedFilters(ctx) }),
  }),

  post("/admin/booking-filters/remove", {
    may: "bookings.read",
    summary: "Delete a saved filter",
    body: z.object({ id: z.uuid() }),
    answer: savedFilters,
    run: (ctx, { id }) => deleteFilter(ctx, id),
    reply: async (ctx) => ({ filters: await listSavedFilters(ctx) }),
  }),
]);

async function* linesOf(pages: AsyncIterable<BookingRow[]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(exportHeaders());
  for await (const bookings of pages) {
    yield bookings.map((booking) => csvLine(exportRow(booking))).join("");
  }
}
