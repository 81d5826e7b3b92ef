import { queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { ArrangeInput, UnassignInput } from "./schema";
import type { Board, MonthDay, VisitChanged, VisitsWithin } from "./views";

/** Visits change with their bookings (app/platform/live-client.ts). Instants are ISO 8601 in UTC. */
const TOPIC = "booking";

export const visitsWithinQuery = (technicianId: string, from: string, to: string | undefined) =>
  queryOptions({
    queryKey: [TOPIC, "visits of", technicianId, from, to],
    queryFn: ({ signal }) =>
      getJson<VisitsWithin>(`/api/admin/technicians/${technicianId}/visits`, { from, to }, signal),
  });

/** What else the board shows: who works when and can do what, closed days, and what services are called and take. */
const alsoOf = ["technician", "holiday", "service"] as const;

/** The Dubai days from `from` to `to`. */
export const boardQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [TOPIC, "board", from, to],
    queryFn: ({ signal }) => getJson<Board>("/api/admin/board", { from, to }, signal),
    meta: { alsoOf },
  });

/** How much is planned on each of the days from `from` to `to`. */
export const monthQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [TOPIC, "month", from, to],
    queryFn: async ({ signal }) =>
      (await getJson<{ days: MonthDay[] }>("/api/admin/board/month", { from, to }, signal)).days,
    meta: { alsoOf: ["holiday"] },
  });

/** What is changed, and the version of its booking that was seen. */
export interface Seen {
  bookingId: string;
  version: number;
}

/** `visitId` null: a new visit. */
export const arrangeVisit = ({
  bookingId,
  visitId,
  ...body
}: Seen & ArrangeInput & { visitId: string | null }) =>
  postJson<VisitChanged>(
    visitId
      ? `/api/admin/bookings/${bookingId}/visits/${visitId}/arrange`
      : `/api/admin/bookings/${bookingId}/visits`,
    body,
  );

export const unassignVisit = ({ bookingId, visitId, ...body }: Seen & UnassignInput & { visitId: string }) =>
  postJson<VisitChanged>(`/api/admin/bookings/${bookingId}/visits/${visitId}/unassign`, body);

export const cancelVisit = ({ bookingId, visitId, version }: Seen & { visitId: string }) =>
  postJson<VisitChanged>(`/api/admin/bookings/${bookingId}/visits/${visitId}/cancel`, { version });
