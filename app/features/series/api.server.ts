import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { asCustomer } from "../bookings/api/as-customer.server";
import { linkKeySchema, referenceSchema, versionSchema } from "../bookings/schema";
import { askForInSeries, beginSeries, shiftSeries, stopSeries } from "./commands.server";
import {
  findPlaceInSeries,
  findSeries,
  findSeriesOfBooking,
  listOwnSeries,
  listSeriesOfCustomer,
  listTrained,
} from "./queries.server";
import { askForSchema, beginSchema, endSchema, shiftSchema } from "./schema";
import { placeInSeries, seriesView, stayed, trainedTechnicians } from "./views";

const oneSeries = z.object({ series: seriesView });
const fewSeries = z.object({ series: z.array(seriesView) });

/** Visits that are repeated, without a contract. */
export const seriesApi = endpoints("booking", [
  get("/admin/bookings/{id}/series", {
    may: "bookings.read",
    summary: "The series that a booking is a visit of, with what is booked of it",
    answer: z.object({ series: z.nullable(seriesView) }),
    run: async (ctx, { id }) => ({ series: await findSeriesOfBooking(ctx, id) }),
  }),

  post("/admin/bookings/{id}/series", {
    may: "bookings.manage",
    summary: "Repeat a booking: monthly, quarterly or twice a year, from a day on",
    description:
      "Each visit is an ordinary request, booked 60 days ahead at the price of the day on which it is booked, with a time held where somebody is free. A series that ended goes on.",
    body: (now: Date) => z.extend(beginSchema(dubaiDate(now)), { version: versionSchema }),
    answer: oneSeries,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => beginSeries(ctx, { bookingId: id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "repeats-already"],
    reply: (ctx, _, { seriesId }) => oneOf(ctx, seriesId),
  }),

  post("/admin/series/{id}/shift", {
    may: "bookings.manage",
    summary: "Move what is ahead of a series: the next visit to a day, the others counted from it",
    description:
      "Each goes as near to its day as somebody is free. `stayed`: the bookings that stay as they are, and why.",
    body: (now: Date) => z.extend(shiftSchema(dubaiDate(now)), { version: versionSchema }),
    answer: z.object({ ...oneSeries.shape, stayed: z.array(stayed) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => shiftSeries(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: async (ctx, { id }, { stayed }) => ({ ...(await oneOf(ctx, id)), stayed }),
  }),

  get("/admin/series/{id}/technicians", {
    may: "bookings.read",
    summary: "Whoever is trained for the work of a series, by name",
    answer: trainedTechnicians,
    run: (ctx, { id }) => listTrained(ctx, id),
  }),

  post("/admin/series/{id}/technician", {
    may: "bookings.manage",
    summary: "Choose the technician whom the customer has at each visit of a series, or nobody",
    description:
      "What is ahead goes to them where nothing is in their way, at the time that it has. `stayed`: the bookings that stay with somebody else, and why.",
    body: z.extend(askForSchema, { version: versionSchema }),
    answer: z.object({ ...oneSeries.shape, stayed: z.array(stayed) }),
    idempotent: true,
    run: (ctx, { id, ...wanted }) => askForInSeries(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state", "technician-unknown"],
    reply: async (ctx, { id }, { stayed }) => ({ ...(await oneOf(ctx, id)), stayed }),
  }),

  post("/admin/series/{id}/end", {
    may: "bookings.manage",
    summary:
      "End a series: no more visits are booked, those that nobody has confirmed are called off or kept",
    body: z.extend(endSchema, { version: versionSchema }),
    answer: oneSeries,
    idempotent: true,
    run: (ctx, { id, ...wanted }) => stopSeries(ctx, { id, ...wanted }),
    refuses: ["not-found", "stale", "wrong-state"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  get("/admin/customers/{id}/series", {
    may: "bookings.read",
    summary: "What is repeated for a customer, what goes on first",
    answer: fewSeries,
    run: (ctx, { id }) => listSeriesOfCustomer(ctx, id),
  }),

  get("/bookings/{reference}/series", {
    may: "website.open-link",
    summary: "Which visit of a series a booking is, for its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: linkKeySchema }),
    answer: z.object({ series: placeInSeries }),
    private: true,
    run: (ctx, path, call) => asCustomer(ctx, call, path, findPlaceInSeries),
    refuses: ["not-found"],
  }),

  get("/account/series", {
    may: "account.use",
    summary: "What is repeated of one's own bookings, and goes on",
    answer: fewSeries,
    private: true,
    run: (ctx) => listOwnSeries(ctx),
  }),
]);

async function oneOf(ctx: Ctx, id: string) {
  const series = await findSeries(ctx, id);
  if (!series) throw new Error(`Series ${id} is gone`);
  return { series };
}
