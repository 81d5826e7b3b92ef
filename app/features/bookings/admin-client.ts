import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { ServiceView } from "../catalogue/views";
import type { BookingState, Move } from "./booking";
import type { BookingDetail, BookingList, TechnicianChoice } from "./views";

/** Every key starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "bookings";

export interface BookingFilter {
  search: string;
  state: BookingState | null;
  service: string | null;
}

const PAGE_SIZE = 50;

export const bookingListQuery = (filter: BookingFilter) =>
  infiniteQueryOptions({
    queryKey: [TOPIC, "list", filter],
    queryFn: ({ pageParam, signal }) =>
      getJson<BookingList>("/api/admin/bookings", { ...filter, cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });

/** The few best hits, for the command palette. */
export const bookingSearchQuery = (search: string) =>
  queryOptions({
    queryKey: [TOPIC, "search", search],
    queryFn: ({ signal }) => getJson<BookingList>("/api/admin/bookings", { search, limit: 6 }, signal),
    enabled: search.length >= 2,
  });

export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, "detail", id],
    queryFn: async ({ signal }) => {
      const { booking } = await getJson<{ booking: BookingDetail }>(`/api/admin/bookings/${id}`, {}, signal);
      return booking;
    },
  });

export const technicianChoicesQuery = (id: string, date: string, time: string) =>
  queryOptions({
    queryKey: [TOPIC, "technicians", id, date, time],
    queryFn: async ({ signal }) => {
      const path = `/api/admin/bookings/${id}/technicians`;
      const { technicians } = await getJson<{ technicians: TechnicianChoice[] }>(
        path,
        { date, time },
        signal,
      );
      return technicians;
    },
    enabled: date !== "" && time !== "",
  });

export const servicesQuery = queryOptions({
  queryKey: ["services"],
  queryFn: async ({ signal }) => {
    const { services } = await getJson<{ services: ServiceView[] }>("/api/services", {}, signal);
    return services;
  },
});

/** What the office saw when it decided: the server refuses (409) when the booking is no longer at that version. */
interface Seen {
  id: string;
  version: number;
}

export function moveBooking({ id, ...body }: Seen & { move: Move; reason?: string }) {
  return postJson(`/api/admin/bookings/${id}/moves`, body);
}

export interface Assignment {
  technicianId: string;
  date: string;
  time: string;
  /** Why the technician is sent although not planned for this time. */
  override?: string;
}

export function assignTechnician({ id, ...body }: Seen & Assignment) {
  return postJson(`/api/admin/bookings/${id}/assign`, body);
}
