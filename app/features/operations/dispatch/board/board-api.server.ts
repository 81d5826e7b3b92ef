import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { cancelVisit, scheduleVisit, unassignVisit } from "../../bookings/commands/change-visit.server";
import { sendPendingNotifications } from "../../bookings/commands/send-pending-notifications.server";
import { undoConfirmation } from "../../bookings/commands/undo-confirmation.server";
import { toAbsentHelperView } from "../../bookings/visits/absent-helpers";
import type { AbsentHelper } from "../../bookings/visits/crew";
import { undoTokenSchema } from "../../bookings/visits/undo-token";
import {
  boardRangeSchema,
  changeSchema,
  scheduleVisitSchema,
  sendNotificationsSchema,
  unassignSchema,
} from "../schema";
import { boardAnswer, confirmationUndone, month, type VisitChanged, visitChanged } from "../views";
import { getBoard, listMonth } from "./board-queries.server";
import { leaveOutUsualValues } from "./sparse-visits";

const visitRefusals = [
  "not-found",
  "stale",
  "visit-unknown",
  "wrong-state",
  "reason-required",
  "too-late",
  "changed-since",
] as const;
const placementRefusals = [
  ...visitRefusals,
  "not-today",
  "technician-unknown",
  "technician-busy",
  "technician-warning",
] as const;

export const boardApi = endpoints("booking", [
  get("/admin/board", {
    may: "visits.plan",
    summary: "Dispatch board of a range of days",
    description:
      "Technicians with visits and closed times, and unassigned work. Query: from and to (yyyy-MM-dd, Asia/Dubai), at most 42 days. Fields of a visit that are absent are false, 0, null or empty.",
    query: boardRangeSchema,
    answer: boardAnswer,
    async run(ctx, { from, to }) {
      const board = await getBoard(ctx, from, to);
      return { ...board, visits: board.visits.map(leaveOutUsualValues) };
    },
  }),

  get("/admin/board/month", {
    may: "visits.plan",
    summary: "Capacity of each day of a range",
    description: "Visits, technicians and capacity by day, with holidays. Query: as for the board.",
    query: boardRangeSchema,
    answer: month,
    run: async (ctx, { from, to }) => ({ days: await listMonth(ctx, from, to) }),
  }),

  post("/admin/board/send-notifications", {
    operationId: "sendNotifications",
    may: "bookings.manage",
    summary: "Send the pending notifications of these visits now",
    body: sendNotificationsSchema,
    answer: okResponse,
    run: (ctx, { visitIds }) => sendPendingNotifications(ctx, visitIds),
    refuses: [],
    reply: respondOk,
  }),

  post("/admin/bookings/{bookingId}/visits", {
    operationId: "createVisit",
    may: "bookings.manage",
    summary: "Place a new visit for a booking; confirms a request",
    description: "Warnings (off shift, time off …) need a reason in `override`.",
    body: scheduleVisitSchema,
    idempotent: true,
    answer: visitChanged,
    run: (ctx, input) => scheduleVisit(ctx, toPlacement(input)),
    refuses: placementRefusals,
    reply: toVisitChanged,
  }),

  post("/admin/bookings/{bookingId}/undo-confirmation", {
    may: "bookings.manage",
    summary: "Undo a confirmation before the customer is notified; the booking is a request again",
    description:
      "Restores the held visits and the time to respond. `undo`: version that the confirmation or its placement produced.",
    body: z.object({ undo: undoTokenSchema }),
    answer: confirmationUndone,
    run: undoConfirmation,
    refuses: [
      ...(["not-found", "stale", "wrong-state", "changed-since"] as const),
      ...(["customer-notified", "technician-busy"] as const),
    ],
    reply: (_ctx, _input, { version }) => ({ success: true as const, version }),
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/placement", {
    operationId: "moveVisit",
    may: "bookings.manage",
    summary: "Move a visit to another technician or time, or resize it",
    description: "Warnings (off shift, time off …) need a reason in `override`.",
    body: scheduleVisitSchema,
    answer: visitChanged,
    run: (ctx, { visitId, ...input }) => scheduleVisit(ctx, { ...toPlacement(input), visitId }),
    refuses: placementRefusals,
    reply: toVisitChanged,
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/unassign", {
    operationId: "unassignVisit",
    may: "bookings.manage",
    summary: "Unassign a visit; it keeps its agreed time",
    description: "`originalTime`: former time, to undo an assignment.",
    body: unassignSchema,
    answer: visitChanged,
    run: (ctx, { originalTime, ...input }) =>
      unassignVisit(ctx, {
        ...input,
        back: originalTime && {
          day: originalTime.date,
          time: originalTime.time,
          durationMin: originalTime.durationMin,
        },
      }),
    refuses: visitRefusals,
    reply: toVisitChanged,
  }),

  post("/admin/bookings/{bookingId}/visits/{visitId}/cancel", {
    operationId: "cancelVisit",
    may: "bookings.manage",
    summary: "Cancel one visit; its booking continues",
    body: changeSchema,
    answer: visitChanged,
    run: (ctx, input) => cancelVisit(ctx, input),
    refuses: visitRefusals,
    reply: toVisitChanged,
  }),
]);

function toPlacement({
  date,
  override,
  ...input
}: { bookingId: string } & z.output<typeof scheduleVisitSchema>) {
  return { ...input, day: date, overrideReason: override };
}

function toVisitChanged(
  _ctx: unknown,
  _input: unknown,
  {
    visitId,
    version,
    absentHelpers,
  }: { visitId: string; version: number; absentHelpers?: readonly AbsentHelper[] },
): VisitChanged {
  return {
    success: true,
    visitId,
    version,
    ...(absentHelpers ? { absentHelpers: absentHelpers.map(toAbsentHelperView) } : {}),
  };
}
