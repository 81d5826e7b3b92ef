import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { asCsv } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { countsParam, pageParams } from "~/platform/lists/keyset.server";
import { requiredTextField } from "~/platform/text/required-text";
import { dubaiDate } from "~/platform/time";
import { bookingStates, liveVisitStates } from "../../booking";
import { deleteFilter, saveFilter } from "../../commands/saved-filters.server";
import { transitionBooking } from "../../commands/transition-booking.server";
import { bookingSorts, filterDates, filterStages, filterTargets } from "../../list/booking-filter";
import { exportHeaders, exportRow } from "../../list/export";
import { listSavedFilters } from "../../list/saved-filters.server";
import { iterateBookingPages, listBookings } from "../../queries.server";
import { daySchema, versionSchema } from "../../schema";
import { type BookingRow, bookingList, bulkAnswer, savedFilters } from "../../views";

/** What the list can be narrowed down to, in its address, in saved filters and in what is exported. */
export const filterFields = {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  state: z.optional(z.enum(bookingStates)),
  service: z.optional(z.string().check(z.maxLength(80))),
  area: z.optional(z.string().check(z.maxLength(50))),
  technician: z.optional(z.uuid()),
  emergency: z.optional(z.literal("yes")),
  awaitingArrival: z.optional(z.literal("yes")),
  visit: z.optional(z.enum(liveVisitStates)),
  unassigned: z.optional(z.literal("yes")),
  overdue: z.optional(z.literal("yes")),
  contract: z.optional(z.literal("week")),
  target: z.optional(z.enum(filterTargets)),
  stage: z.optional(z.enum(filterStages)),
  callback: z.optional(z.literal("yes")),
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  weekday: z.optional(z.string().check(z.regex(/^[1-7]$/))),
  hour: z.optional(z.string().check(z.regex(/^(1?\d|2[0-3])$/))),
  /** Which day `from` and `to` are about, and which instant weekday and hour; the visit's unless told otherwise. */
  dates: z.optional(z.enum(filterDates)),
};

/** The list, whole or page by page: what it is narrowed down to, and its order. */
export const bookingListFields = { ...filterFields, sort: z.optional(z.enum(bookingSorts)) };

const MAX_BATCH = 100;
const filter = z.object(filterFields);

/** The office's list, and what is done with it as a whole: export it, confirm many at once, keep its filters. */
export const officeListApi = endpoints("booking", [
  get("/admin/bookings", {
    may: "bookings.read",
    summary: "The list of bookings, newest first unless sorted otherwise",
    description:
      "`from` and `to`: Dubai days, both included, of the visit or, by `dates`, of the request, of the arrival or of the finished work; `weekday` (1 Monday) and `hour` of the same. `area`: `none` where the address names none. `promise`: kept, late, or either; late is also what waits though its time is over. `stage`: how far it came from the website. `again`: the finished work was come back to within 30 days. `clock`: an emergency to which nobody has come yet. `visit`: with a visit that stands so, on those days. `unassigned`: agreed on, and nobody is sent. `unmade`: a visit's time is over, and nobody set out. `contract`: `week`: a visit of a contract that is due this week, Monday to Sunday. `sort`: by `visit`, what has none comes last. `counts`: told with the first page.",
    query: z.object({ ...bookingListFields, ...pageParams, ...countsParam }),
    answer: bookingList,
    run: listBookings,
  }),

  get("/admin/bookings.csv", {
    may: "bookings.read",
    summary: "The filtered list as a spreadsheet: UTF-8, times of Dubai",
    query: z.object(bookingListFields),
    answer: bytes("text/csv", "A line a booking, under a line of heads"),
    async run(ctx, wish) {
      const lines = linesOf(await iterateBookingPages(ctx, wish));
      return asCsv(lines, `bookings-${dubaiDate(ctx.now)}.csv`);
    },
  }),

  post("/admin/bookings/moves", {
    may: "bookings.manage",
    summary: "Confirm several bookings, each for itself",
    description:
      "Those that are refused leave the others alone; the answer tells of each, in the same order.",
    body: z.object({
      move: z.literal("confirm"),
      bookings: z
        .array(z.object({ id: z.uuid({ error: () => m.booking_error_not_found() }), version: versionSchema }))
        .check(z.minLength(1), z.maxLength(MAX_BATCH)),
    }),
    answer: bulkAnswer,
    async run(ctx, { move, bookings }, call) {
      const results = [];
      // One after the other, each in a transaction of its own.
      for (const { id, version } of bookings) {
        const result = await transitionBooking(ctx, { bookingId: id, move, version });
        results.push(
          result.ok
            ? { id, ok: true, reason: null, message: null }
            : { id, ok: false, reason: result.reason, message: call.get("messageFor")(result) },
        );
      }
      return results;
    },
    reply: (_ctx, _input, results) => ({ results }),
  }),

  get("/admin/booking-filters", {
    may: "bookings.read",
    summary: "The filters of the list that whoever is signed in has kept",
    answer: savedFilters,
    run: async (ctx) => ({ filters: await listSavedFilters(ctx) }),
  }),

  post("/admin/booking-filters", {
    may: "bookings.read",
    summary: "Keep a filter under a name; one of the same name is replaced",
    body: z.object({ name: requiredTextField(40), filter }),
    answer: savedFilters,
    run: saveFilter,
    refuses: ["too-many"],
    reply: async (ctx) => ({ filters: await listSavedFilters(ctx) }),
  }),

  post("/admin/booking-filters/remove", {
    may: "bookings.read",
    summary: "Forget a kept filter",
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
