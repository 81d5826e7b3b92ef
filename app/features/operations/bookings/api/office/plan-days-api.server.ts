import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { MAX_VISIT_MIN, MAX_WORK_DAYS } from "../../../../core/pricing/work-time";
import { planDays } from "../../commands/plan-days.server";
import { undoPlanDays } from "../../commands/undo-plan-days.server";
import { clockTimeSchema, daySchema, MIN_DURATION_MIN, reasonSchema, versionSchema } from "../../schema";
import { MAX_CREW_SIZE } from "../../visits/crew";
import { listPlanChoices } from "../../visits/multi-day-queries.server";
import { undoTokenSchema } from "../../visits/undo-token";
import { planChoices } from "../../visits/views";
import { bookingResponse, loadDetailResponse } from "./office-api.server";

const technicianId = z.uuid({ error: () => m.booking_error_technician_unknown() });
const upToDays = [z.minimum(1), z.maximum(MAX_WORK_DAYS)] as const;
const upToMinutes = [z.minimum(MIN_DURATION_MIN), z.maximum(MAX_VISIT_MIN)] as const;

export const planApi = endpoints("booking", [
  get("/admin/bookings/{id}/plan", {
    may: "bookings.manage",
    summary: "Days and technicians for a multi-day job",
    description:
      "`days`: number of open days from `date` on. Lists all technicians with the days on which they have another visit, and other conflicts.",
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
    operationId: "planBookingDays",
    may: "bookings.manage",
    summary: "Plan the remaining work of a booking over several days, or move those days",
    description:
      "Skips holidays and closed days. All or nothing. `override`: reason that overrides warnings; another visit cannot be overridden. Confirms a request.",
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
      ...(["technician-unknown", "technician-warning", "days-busy", "no-open-days"] as const),
    ],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),

  post("/admin/bookings/{id}/plan/undo", {
    may: "bookings.manage",
    summary: "Undo planning or moving the days of a job",
    description:
      "`undo`: version that the planning produced, and base versions of later changes that were undone. Restores all visits or none; a confirmation stays.",
    body: z.object({ undo: undoTokenSchema, notifyCustomer: z.optional(z.boolean()) }),
    answer: bookingResponse,
    run: (ctx, { id, ...input }) => undoPlanDays(ctx, { bookingId: id, ...input }),
    refuses: ["not-found", "stale", "wrong-state", "changed-since", "technician-busy"],
    reply: (ctx, { id }) => loadDetailResponse(ctx, id),
  }),
]);
