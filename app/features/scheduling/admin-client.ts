import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { Person } from "./schema";
import type { WrittenRange } from "./technician";
import type { ShiftView, TechnicianDetail, TechnicianList } from "./views";

/** Every key starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "technician";

/** Loads change with every booking, and "on call" with the clock: neither is an event of technicians. */
const REFRESH_MS = 60_000;

export interface TechnicianFilter {
  search?: string;
  former?: "true";
}

export const technicianListQuery = (filter: TechnicianFilter) =>
  queryOptions({
    queryKey: [TOPIC, "list", filter],
    queryFn: async ({ signal }) => {
      const { technicians } = await getJson<TechnicianList>("/api/admin/technicians", { ...filter }, signal);
      return technicians;
    },
    refetchInterval: REFRESH_MS,
  });

export const technicianQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, "detail", id],
    queryFn: async ({ signal }) => {
      const { technician } = await getJson<Changed>(`/api/admin/technicians/${id}`, {}, signal);
      return technician;
    },
    refetchInterval: REFRESH_MS,
  });

interface Changed {
  technician: TechnicianDetail;
}

export function useAddTechnician() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (person: Person) =>
      (await postJson<Changed>("/api/admin/technicians", person)).technician,
    onSuccess: (technician) => {
      queryClient.setQueryData(technicianQuery(technician.id).queryKey, technician);
      void queryClient.invalidateQueries({ queryKey: [TOPIC, "list"] });
    },
  });
}

/** What can be changed of a technician, with what each change takes. */
export interface TechnicianChanges {
  person: Person;
  skills: { serviceIds: string[] };
  zones: { areas: string[] };
  shifts: { shifts: ShiftView[] };
  "time-off": WrittenRange & { reason: string };
  "time-off/cancel": { timeOffId: string };
  "on-call": WrittenRange;
  "on-call/cancel": { onCallId: string };
  "on-call/always": { always: boolean };
  certificates: { id?: string; name: string; number: string; expiresOn: string };
  "certificates/remove": { certificateId: string };
  invite: Record<never, never>;
  "calendar/open": Record<never, never>;
  "calendar/close": Record<never, never>;
  deactivate: Record<never, never>;
  reactivate: Record<never, never>;
}

/**
 * A change of the technician as shown: the server refuses (409) when he was changed since. Refused or not, he is asked
 * for again, so that a stale page corrects itself.
 */
export function useTechnicianChange<Verb extends keyof TechnicianChanges>(
  { id, version }: Pick<TechnicianDetail, "id" | "version">,
  verb: Verb,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: TechnicianChanges[Verb]) =>
      (await postJson<Changed>(`/api/admin/technicians/${id}/${verb}`, { version, ...input })).technician,
    onSuccess: (technician) => queryClient.setQueryData(technicianQuery(id).queryKey, technician),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}
