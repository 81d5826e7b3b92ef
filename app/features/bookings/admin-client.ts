import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import { localPath } from "~/platform/locale/locale";
import type { ServiceView } from "../catalogue/views";
import type { ContactChannel, Move } from "./booking";
import type { BookingFilter } from "./booking-filter";
import type { CallerForm } from "./caller-form";
import type {
  BookingDetail,
  BookingList,
  BulkAnswer,
  SavedFilters,
  SuggestionView,
  TechnicianChoice,
} from "./views";

/** Every key starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "booking";

/** Who can go when also depends on these. */
const alsoOf = ["technician", "holiday"] as const;

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
    meta: { alsoOf },
  });

/** Who should go when, the best first. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [TOPIC, "suggestions", id],
    queryFn: async ({ signal }) => {
      const path = `/api/admin/bookings/${id}/suggestions`;
      return (await getJson<{ suggestions: SuggestionView[] }>(path, {}, signal)).suggestions;
    },
    meta: { alsoOf },
  });

export const servicesQuery = queryOptions({
  queryKey: ["service"],
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

export interface MoveInput extends Seen {
  move: PlainMove;
  reason?: string;
}

export interface AssignInput extends Seen {
  technicianId: string;
  date: string;
  time: string;
  /** Why the technician is sent although not planned for this time. */
  override?: string;
}

/** Every move but `assign`, which needs to know whom and when. */
export type PlainMove = Exclude<Move, "assign">;

interface Changed {
  booking: BookingDetail;
}

const moveBooking = ({ id, ...body }: MoveInput) =>
  postJson<Changed>(`/api/admin/bookings/${id}/moves`, body);

const assignTechnician = ({ id, ...body }: AssignInput) =>
  postJson<Changed>(`/api/admin/bookings/${id}/assign`, body);

/** A note without a channel; with one, a contact with the customer. */
export interface LogInput extends Seen {
  words: string;
  channel?: ContactChannel;
}

const writeLog = ({ id, channel, ...body }: LogInput) =>
  channel
    ? postJson<Changed>(`/api/admin/bookings/${id}/contacts`, { channel, ...body })
    : postJson<Changed>(`/api/admin/bookings/${id}/notes`, body);

export const useBookingLog = () => useBookingChange(writeLog);
export const useMoveBooking = () => useBookingChange(moveBooking);
export const useAssignTechnician = () => useBookingChange(assignTechnician);

/**
 * Nothing is shown before the server has agreed: each change mails the customer, and each may be refused. Refused or
 * not, everything about bookings is asked for again, so that a stale page corrects itself.
 */
function useBookingChange<Input>(change: (input: Input) => Promise<Changed>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ booking }) => queryClient.setQueryData(bookingQuery(booking.id).queryKey, booking),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}

export interface CallersBooking extends CallerForm {
  customerId?: string;
  revisitOf?: { id: string; version: number };
}

/** The caller keeps the key, so that a second try after a broken connection books once. */
const bookForCaller = ({ booking, key }: { booking: CallersBooking; key: string }) =>
  postJson<Changed>("/api/admin/bookings", booking, key);

export const useBookForCaller = () => useBookingChange(bookForCaller);

/** Confirms several at once; the answer tells of each. */
export function useConfirmBookings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (bookings: readonly Seen[]) =>
      postJson<BulkAnswer>("/api/admin/bookings/moves", {
        move: "confirm",
        bookings: bookings.map(({ id, version }) => ({ id, version })),
      }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}

/** Where the filtered list is had as a spreadsheet. */
export function exportPath(filter: BookingFilter): string {
  return `${localPath("/api/admin/bookings.csv")}?${new URLSearchParams(Object.entries(filter))}`;
}

export const savedFiltersQuery = queryOptions({
  queryKey: ["booking-filters"],
  queryFn: ({ signal }) => getJson<SavedFilters>("/api/admin/booking-filters", {}, signal),
  select: ({ filters }) => filters,
});

export const useKeepFilter = () =>
  useFilterChange((kept: { name: string; filter: BookingFilter }) =>
    postJson<SavedFilters>("/api/admin/booking-filters", kept),
  );
export const useForgetFilter = () =>
  useFilterChange((id: string) => postJson<SavedFilters>("/api/admin/booking-filters/remove", { id }));

function useFilterChange<Input>(change: (input: Input) => Promise<SavedFilters>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (filters) => queryClient.setQueryData(savedFiltersQuery.queryKey, filters),
  });
}
