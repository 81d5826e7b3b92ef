import { Readable } from "node:stream";
import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, describeRoutes, newApi, readJson, readQuery } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/csv";
import { ApiError } from "~/platform/errors";
import { officeText } from "~/platform/office-text";
import { dubaiDate } from "~/platform/time";
import type { BookingFilter } from "../booking-filter";
import { confirmBookings } from "../commands/confirm-bookings.server";
import { exportHeads, exportLine } from "../export";
import { isOffice } from "../policy";
import { eachPageOfBookings } from "../queries.server";
import { refusalAsError } from "../refusals.server";
import {
  type FilterRefusal,
  forgetFilter,
  keepFilter,
  listFilters,
  MOST_FILTERS,
} from "../saved-filters.server";
import { bulkAnswer, refusedAnswer, savedFilters } from "../views";
import { filterFields, notAllowed, version } from "./office-api.server";

/** What the office does with its list as a whole: export it, confirm many at once, keep its filters. */
export const officeListApi = newApi();

const filterQuery = z.object(filterFields);

officeListApi.get("/admin/bookings.csv", (c) => {
  const ctx = c.get("ctx");
  if (!isOffice(ctx.actor)) throw notAllowed();
  const filter = readQuery(c, filterQuery);
  return c.body(Readable.toWeb(Readable.from(linesOf(ctx, filter))) as ReadableStream, 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="bookings-${dubaiDate(ctx.now)}.csv"`,
    "Cache-Control": "no-store",
  });
});

async function* linesOf(ctx: Ctx, filter: BookingFilter): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(CSV_BYTE_ORDER_MARK + csvLine(exportHeads()));
  for await (const bookings of eachPageOfBookings(ctx, filter)) {
    yield encoder.encode(bookings.map((booking) => csvLine(exportLine(booking))).join(""));
  }
}

describeRoutes(officeListApi, {
  "get /admin/bookings.csv":
    "The filtered list as a spreadsheet: UTF-8, times of Dubai, at most 100,000 bookings",
});

const MOST_AT_ONCE = 100;

const bulkBody = z.object({
  move: z.literal("confirm"),
  bookings: z
    .array(z.object({ id: z.uuid({ error: () => m.booking_error_not_found() }), version }))
    .check(z.minLength(1), z.maxLength(MOST_AT_ONCE)),
});

officeListApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/moves",
    summary: "Confirm several bookings, each for itself",
    description:
      "At most 100. One that is refused does not stand in the way of the others; the answer tells of each.",
    request: { body: bodyOf(bulkBody, "The bookings, each with `version` as last seen") },
    responses: { 200: answerOf(bulkAnswer, "What became of each, in the same order") },
  }),
  async (c) => {
    const { bookings } = await readJson(c, bulkBody);
    const results = await confirmBookings(c.get("ctx"), bookings);
    return c.json(
      {
        results: results.map(({ id, result }) =>
          result.ok
            ? { id, ok: true, reason: null, message: null }
            : { id, ok: false, reason: result.reason, message: refusalAsError(result).message },
        ),
      },
      200,
    );
  },
);

const keepBody = z.object({ name: officeText(40), filter: filterQuery });
const filterAnswers = {
  200: answerOf(savedFilters, "The filters as they are now"),
  409: answerOf(refusedAnswer, "Too many"),
};

officeListApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/booking-filters",
    summary: "The filters of the list that the signed-in admin has kept",
    responses: { 200: answerOf(savedFilters, "The filters") },
  }),
  async (c) => c.json({ filters: await listFilters(c.get("ctx")) }, 200),
);

officeListApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/booking-filters",
    summary: "Keep a filter under a name; one of the same name is replaced",
    request: { body: bodyOf(keepBody, "Name and filter") },
    responses: filterAnswers,
  }),
  async (c) => {
    const result = await keepFilter(c.get("ctx"), await readJson(c, keepBody));
    if (!result.ok) throw filterRefused(result);
    return c.json({ filters: await listFilters(c.get("ctx")) }, 200);
  },
);

const forgetBody = z.object({ id: z.uuid() });

officeListApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/booking-filters/remove",
    summary: "Forget a kept filter",
    request: { body: bodyOf(forgetBody, "Which") },
    responses: filterAnswers,
  }),
  async (c) => {
    await forgetFilter(c.get("ctx"), (await readJson(c, forgetBody)).id);
    return c.json({ filters: await listFilters(c.get("ctx")) }, 200);
  },
);

function filterRefused({ reason }: FilterRefusal): ApiError {
  return reason === "not-allowed"
    ? notAllowed()
    : new ApiError(409, reason, m.admin_filters_too_many({ max: MOST_FILTERS }));
}
