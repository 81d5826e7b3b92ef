import { topicClient } from "~/platform/browser/topic-client";
import type { UndoToken } from "../bookings/visits/undo-token";
import { cacheTechnician } from "../scheduling/admin-client";
import type { technicianVisitsApi } from "./api.server";
import type { boardApi } from "./board/board-api.server";
import { withUsualValues } from "./board/sparse-visits";
import type { ScheduleVisitInput, UnassignInput, UndoReassignmentInput } from "./schema";
import type { Board, BoardAnswer, BoardVisit, MonthDay, VisitToReassign } from "./views";

/** Visits share the topic of their bookings. Instants are ISO 8601 in UTC. */
const visits = topicClient<typeof boardApi | typeof technicianVisitsApi>("booking");

export const visitsWithinQuery = (technicianId: string, from: string, to: string | undefined) =>
  visits.query("/admin/technicians/{technicianId}/visits", { technicianId, from, to });

/** Limit of ids in a URL; the rest is loaded after these are reassigned. */
const MAX_VISIT_IDS = 200;

export interface VisitFilter {
  withoutSkills?: readonly string[];
  visitIds?: readonly string[];
}

/** Also refreshed on changes of technicians and holidays, because replacements depend on them. */
export const visitsToReassignQuery = (
  technicianId: string,
  from: string,
  to: string | undefined,
  filter: VisitFilter = {},
) => ({
  ...visits.query("/admin/technicians/{technicianId}/reassignment", {
    ...{ technicianId, from, to },
    withoutSkills: filter.withoutSkills?.join(),
    visitIds: filter.visitIds?.slice(0, MAX_VISIT_IDS).join(),
  }),
  select: ({ visits }: { visits: VisitToReassign[] }) => visits,
  meta: { alsoOf: ["technician" as const, "holiday" as const] },
});

export const useReassign = (technicianId: string) =>
  visits.useChange("/admin/technicians/{technicianId}/reassignment", undefined, { technicianId });

export const useReassignAndUpdate = (technicianId: string) =>
  visits.useChange("/admin/technicians/{technicianId}/reassignment-with-update", cacheTechnician, {
    technicianId,
  });

export const useReassignAndDeactivate = (technicianId: string) =>
  visits.useChange("/admin/technicians/{technicianId}/reassignment-with-deactivation", cacheTechnician, {
    technicianId,
  });

export const useReassignAndDispatch = (technicianId: string) =>
  visits.useChange("/admin/technicians/{technicianId}/reassignment-with-dispatch", undefined, {
    technicianId,
  });

export const undoReassignment = (input: UndoReassignmentInput & { technicianId: string }) =>
  visits.send("/admin/technicians/{technicianId}/reassignment/undo", input);

/** The board also shows shifts, skills, closed days and services. */
const alsoOf = ["technician", "holiday", "service"] as const;

const REFRESH_MS = 60_000;

function readBoardAnswer(answer: BoardAnswer): Board {
  return { ...answer, visits: answer.visits.map(withUsualValues<BoardVisit>) };
}

/** Days in Asia/Dubai. */
export const boardQuery = (from: string, to: string) => ({
  ...visits.query("/admin/board", { from, to }),
  select: readBoardAnswer,
  meta: { alsoOf },
  // Polls, because overrunning work delays the next visit without an event.
  refetchInterval: REFRESH_MS,
});

export const monthQuery = (from: string, to: string) => ({
  ...visits.query("/admin/board/month", { from, to }),
  select: ({ days }: { days: MonthDay[] }) => days,
  meta: { alsoOf },
});

/** The booking and the version that the user saw. */
export interface BookingVersion {
  bookingId: string;
  version: number;
}

/** `visitId` null: a new visit. */
export const scheduleVisit = ({
  visitId,
  ...input
}: BookingVersion & ScheduleVisitInput & { visitId: string | null }) =>
  visitId
    ? visits.send("/admin/bookings/{bookingId}/visits/{visitId}/placement", { visitId, ...input })
    : visits.send("/admin/bookings/{bookingId}/visits", input);

export const undoConfirmation = (input: { bookingId: string; undo: UndoToken }) =>
  visits.send("/admin/bookings/{bookingId}/undo-confirmation", input);

export const sendNotifications = (visitIds: string[]) =>
  visits.send("/admin/board/send-notifications", { visitIds });

export const unassignVisit = (input: BookingVersion & UnassignInput & { visitId: string }) =>
  visits.send("/admin/bookings/{bookingId}/visits/{visitId}/unassign", input);

export const cancelVisit = (input: BookingVersion & { visitId: string }) =>
  visits.send("/admin/bookings/{bookingId}/visits/{visitId}/cancel", input);
