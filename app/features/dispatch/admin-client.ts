import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/http-client";
import type { VisitsWithin } from "./views";

/** Visits change with their bookings (app/platform/live-client.ts). Instants are ISO 8601 in UTC. */
export const visitsWithinQuery = (technicianId: string, from: string, to: string | undefined) =>
  queryOptions({
    queryKey: ["bookings", "visits of", technicianId, from, to],
    queryFn: ({ signal }) =>
      getJson<VisitsWithin>(`/api/admin/technicians/${technicianId}/visits`, { from, to }, signal),
  });
