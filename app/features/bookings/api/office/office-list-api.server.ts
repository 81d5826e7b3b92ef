import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { asCsv } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { officeText } from "~/platform/text/office-text";
import { dubaiDate } from "~/platform/time";
import { forgetFilter, keepFilter } from "../../commands/keep-filters.server";
import { moveBooking } from "../../commands/move-booking.server";
import { exportHeads, exportLine } from "../../list/export";
import { listFilters } from "../../list/filter-queries.server";
import { eachPageOfBookings } from "../../queries.server";
import { versionSchema } from "../../schema";
import { type BookingRow, bulkAnswer, savedFilters } from "../../views";
import { filterFields, wishFields } from "./office-api.server";

const MOST_AT_ONCE = 100;
const filter = z.object(filterFields);

/** What the office does with its list as a whole: export it, confirm many at once, keep its filters. */
export const officeListApi = endpoints("booking", [
  get("/admin/bookings.csv", {
    may: "bookings.read",
    summary: "The filtered list as a spreadsheet: UTF-8, times of Dubai",
    query: z.object(wishFields),
    answer: bytes("text/csv", "A line a booking, under a line of heads"),
    async run(ctx, wish) {
      const lines = linesOf(await eachPageOfBookings(ctx, wish));
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
        .check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
    }),
    answer: bulkAnswer,
    async run(ctx, { move, bookings }, call) {
      const results = [];
      // One after the other, each in a transaction of its own.
      for (const { id, version } of bookings) {
        const result = await moveBooking(ctx, { bookingId: id, move, version });
        results.push(
          result.ok
            ? { id, ok: true, reason: null, message: null }
            : { id, ok: false, reason: result.reason, message: call.get("wordsFor")(result) },
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
    run: async (ctx) => ({ filters: await listFilters(ctx) }),
  }),

  post("/admin/booking-filters", {
    may: "bookings.read",
    summary: "Keep a filter under a name; one of the same name is replaced",
    body: z.object({ name: officeText(40), filter }),
    answer: savedFilters,
    run: keepFilter,
    refuses: ["too-many"],
    reply: async (ctx) => ({ filters: await listFilters(ctx) }),
  }),

  post("/admin/booking-filters/remove", {
    may: "bookings.read",
    summary: "Forget a kept filter",
    body: z.object({ id: z.uuid() }),
    answer: savedFilters,
    run: (ctx, { id }) => forgetFilter(ctx, id),
    reply: async (ctx) => ({ filters: await listFilters(ctx) }),
  }),
]);

async function* linesOf(pages: AsyncIterable<BookingRow[]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(exportHeads());
  for await (const bookings of pages) {
    yield bookings.map((booking) => csvLine(exportLine(booking))).join("");
  }
}
