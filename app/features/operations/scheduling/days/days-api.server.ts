import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { isDay } from "~/platform/time";
import {
  addHoliday,
  cancelSeason,
  confirmHoliday,
  planSeason,
  removeHoliday,
  setOpenOnHoliday,
} from "../commands/days.server";
import { acceptedVisitsField, holidaySchema, seasonSchema } from "../schema";
import { closedDays } from "../views";
import { listClosedDays } from "./day-queries.server";

const dayBody = z.object({ day: z.string().check(z.refine(isDay, { error: () => m.admin_error_day() })) });

/** Every endpoint returns all holidays and seasons. */
export const daysApi = endpoints("holiday", [
  get("/admin/holidays", {
    may: "holidays.manage",
    summary: "Public holidays and seasons of shorter days of the last two months and later",
    answer: closedDays,
    run: listClosedDays,
  }),

  post("/admin/holidays", {
    may: "holidays.manage",
    summary: "Add a public holiday",
    body: z.extend(holidaySchema, acceptedVisitsField),
    answer: closedDays,
    idempotent: true,
    run: addHoliday,
    refuses: ["holiday-exists", "visits-affected"],
    reply: listClosedDays,
  }),

  post("/admin/holidays/confirm", {
    may: "holidays.manage",
    summary: "Confirm a tentative holiday",
    body: dayBody,
    answer: closedDays,
    run: (ctx, { day }) => confirmHoliday(ctx, day),
    refuses: ["holiday-unknown"],
    reply: listClosedDays,
  }),

  post("/admin/holidays/open", {
    may: "holidays.manage",
    summary: "Open the business on a holiday",
    body: dayBody,
    answer: closedDays,
    run: (ctx, { day }) => setOpenOnHoliday(ctx, { day, open: true }),
    refuses: ["holiday-unknown", "visits-affected"],
    reply: listClosedDays,
  }),

  post("/admin/holidays/close", {
    may: "holidays.manage",
    summary: "Close the business on a holiday",
    body: z.extend(dayBody, acceptedVisitsField),
    answer: closedDays,
    run: (ctx, asked) => setOpenOnHoliday(ctx, { ...asked, open: false }),
    refuses: ["holiday-unknown", "visits-affected"],
    reply: listClosedDays,
  }),

  post("/admin/holidays/remove", {
    may: "holidays.manage",
    summary: "Remove a holiday",
    body: dayBody,
    answer: closedDays,
    run: (ctx, { day }) => removeHoliday(ctx, day),
    refuses: ["holiday-unknown"],
    reply: listClosedDays,
  }),

  post("/admin/seasons", {
    may: "holidays.manage",
    summary: "Plan a season of shorter days",
    body: z.extend(seasonSchema, acceptedVisitsField),
    answer: closedDays,
    idempotent: true,
    run: planSeason,
    refuses: ["season-overlap", "visits-affected"],
    reply: listClosedDays,
  }),

  post("/admin/seasons/cancel", {
    may: "holidays.manage",
    summary: "Cancel a season of shorter days",
    body: z.object({ id: z.uuid({ error: () => m.scheduling_people_error_gone() }) }),
    answer: closedDays,
    run: (ctx, { id }) => cancelSeason(ctx, id),
    refuses: ["season-unknown"],
    reply: listClosedDays,
  }),
]);
