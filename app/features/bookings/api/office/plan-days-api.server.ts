import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { planDays } from "../../commands/plan-days.server";
import { undoPlanDays } from "../../commands/undo-plan-days.server";
import {
  clockTimeSchema,
  daySchema,
  MAX_DURATION_MIN,
  MIN_DURATION_MIN,
  reasonSchema,
  versionSchema,
} from "../../schema";
import { planChoices } from "../../views";
import { MAX_CREW_SIZE } from "../../visits/crew";
import { MAX_DAYS } from "../../visits/multi-day";
import { listPlanChoices } from "../../visits/multi-day-queries.server";
import { undoTokenSchema } from "../../visits/undo-token";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

const technicianId = z.uuid({ error: () => m.booking_error_technician_unknown() });
const upToDays = [z.minimum(1), z.maximum(MAX_DAYS)] as const;
const upToMinutes = [z.minimum(MIN_DURATION_MIN), z.maximum(MAX_DURATION_MIN)] as const;

/** Work of several days that are planned as one. */
export const planApi = endpoints("booking", [
  get("/admin/bookings/{id}/plan", {
    may: "bookings.manage",
    summary: "On which days work of several days would be done, and who could do all of them",
    description:
      "So many days on which somebody works, from `date` on. Everybody, with the days on which they are taken and what else stands in the way.",
    query: z.object({
      date: daySchema,
      time: clockTimeSchema,
      days: z.coerce.number().check(z.int(), ...upToDays),
      minutes: z.coerce.number().check(z.int(), ...upToMinutes),
    }),
    answer: planChoices,
    run: (ctx, { id, date, ...wanted }) => listPlanChoices(ctx, id, { day: date, ...wanted }),
  }),

  post("/admin/bookings/{id}/plan", {
    may: "bookings.manage",
    summary: "Plan what is ahead of a booking as so many days of work, or move them together",
    description:
      "Holidays and closed days are skipped. All of it is done or nothing: never over another visit, and over a warning only with a reason in `override`. A request is confirmed with it.",
    body: z.object({
      version: versionSchema,
      technicianId,
      helperIds: z.array(technicianId).check(z.maxLength(MAX_CREW_SIZE - 1)),
      date: daySchema,
      time: clockTimeSchema,
      days: z.int().check(...upToDays),
      minutes: z.int().check(...upToMinutes),
      override: reasonSchema,
      notifyCustomer: z.optional(z.boolean()),
    }),
    answer: bookingResponse,
    run: (ctx, { id, date, override, ...plan }) =>
      planDays(ctx, { bookingId: id, day: date, overrideReason: override, ...plan }),
    refuses: [
      ...(["not-found", "stale", "wrong-state", "reason-required", "too-late", "not-today"] as const),
      ...(["technician-unknown", "technician-warning", "days-taken", "no-open-days"] as const),
    ],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/plan/undo", {
    may: "bookings.manage",
    summary: "Undo that days were planned, or moved together",
    description:
      "`undoing`: the version that the plan left, and what was undone since. All visits ahead are as they were before it, or nothing is done; a confirmation stays.",
    body: z.object({ undo: undoTokenSchema, notifyCustomer: z.optional(z.boolean()) }),
    answer: bookingResponse,
    run: (ctx, { id, ...asked }) => undoPlanDays(ctx, { bookingId: id, ...asked }),
    refuses: ["not-found", "stale", "wrong-state", "changed-since", "technician-busy"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),
]);
