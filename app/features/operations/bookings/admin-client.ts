import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { apiClient } from "~/platform/browser/api-client";
import { topicClient } from "~/platform/browser/topic-client";
import { localPath } from "~/platform/locale/locale";
import { useBatches } from "~/ui/list/use-batches";
import type { catalogueApi } from "../../core/catalogue/api.server";
import type { bookingsApis } from "./api.server";
import type { BookingListParams } from "./list/booking-filter";
import type { BookingList, BookingRow, SavedFilters } from "./list/views";
import type { BookingDetail } from "./office/views";
import type { FormerTechnician } from "./request/views";
import type { UndoToken } from "./visits/undo-token";
import type { SuggestionView, TechnicianChoice } from "./visits/views";

const bookings = topicClient<(typeof bookingsApis)[number]>("booking");

/** Topics that availability depends on. */
const alsoOf = ["technician", "holiday"] as const;

export const bookingListQuery = (params: BookingListParams) =>
  bookings.pages("/admin/bookings", { ...params, counts: "yes" });

/** First rows of a filtered list, live like the list. */
export const firstBookingsQuery = (params: BookingListParams, limit: number) => ({
  ...bookings.query("/admin/bookings", { ...params, limit }),
  select: ({ bookings }: BookingList) => bookings,
});

export const bookingQuery = (id: string) => ({
  ...bookings.record("/admin/bookings/{id}", { id }),
  select: ({ booking }: { booking: BookingDetail }) => booking,
});

/** `visitId`: default is the next visit. */
export const technicianChoicesQuery = (id: string, date: string, time: string, visitId?: string) => ({
  ...bookings.query("/admin/bookings/{id}/technicians", { id, date, time, visitId }),
  select: ({ technicians }: { technicians: TechnicianChoice[] }) => technicians,
  enabled: date !== "" && time !== "",
  meta: { alsoOf },
});

export const planChoicesQuery = (
  id: string,
  params: { date: string; time: string; days: number; minutes: number },
) => ({
  ...bookings.query("/admin/bookings/{id}/plan", { id, ...params }),
  enabled: params.date !== "" && params.time !== "",
  meta: { alsoOf },
});

export const suggestionsQuery = (id: string) => ({
  ...bookings.query("/admin/bookings/{id}/suggestions", { id }),
  select: ({ suggestions }: { suggestions: SuggestionView[] }) => suggestions,
  meta: { alsoOf },
});

export const formerTechniciansOfCustomerQuery = (customerId: string | null) => ({
  ...bookings.query("/admin/customers/{id}/technicians", { id: customerId ?? "" }),
  select: ({ technicians }: { technicians: FormerTechnician[] }) => technicians,
  enabled: customerId !== null,
  meta: { alsoOf },
});

export const servicesQuery = queryOptions({
  queryKey: ["service"],
  queryFn: async ({ signal }) =>
    (await apiClient<typeof catalogueApi>().get("/services", {}, signal)).services,
});

export const textChannelsQuery = bookings.query("/admin/text-channels", {});

/* No optimistic updates: the server may refuse each change, and each notifies the customer. */

export const useTransitionBooking = () =>
  bookings.useChange("/admin/bookings/{id}/transitions", cacheBooking);
export const useAssignTechnician = () => bookings.useChange("/admin/bookings/{id}/assign", cacheBooking);
export const undoPlanDays = (input: { id: string; undo: UndoToken }) =>
  bookings.send("/admin/bookings/{id}/plan/undo", input);
export const usePlanDays = () => bookings.useChange("/admin/bookings/{id}/plan", cacheBooking);
export const useSetContinuationDate = () =>
  bookings.useChange("/admin/bookings/{id}/continuation-date", cacheBooking);
export const useWriteNote = () => bookings.useChange("/admin/bookings/{id}/notes", cacheBooking);
export const useLogContact = () => bookings.useChange("/admin/bookings/{id}/contacts", cacheBooking);
export const useCorrectBooking = () => bookings.useChange("/admin/bookings/{id}/correct", cacheBooking);
export const useBookForCustomer = () => bookings.useChange("/admin/bookings", cacheBooking);
export const useSetCrewSize = () =>
  bookings.useChange("/admin/bookings/{bookingId}/visits/{visitId}/crew-size", cacheBooking);
export const useSetBookingCrewSize = () =>
  bookings.useChange("/admin/bookings/{bookingId}/crew-size", cacheBooking);
export const useAddHelper = () =>
  bookings.useChange("/admin/bookings/{bookingId}/visits/{visitId}/helpers/add", cacheBooking);
export const useRemoveHelper = () =>
  bookings.useChange("/admin/bookings/{bookingId}/visits/{visitId}/helpers/remove", cacheBooking);

function cacheBooking(response: { booking: BookingDetail }, queryClient: QueryClient): void {
  queryClient.setQueryData(bookingQuery(response.booking.id).queryKey, response);
}

export const useConfirmBookings = () => useTransitionBookings("confirm");
export const useCompleteBookings = () => useTransitionBookings("complete");

function useTransitionBookings(transition: "confirm" | "complete") {
  const { mutateAsync } = bookings.useChange("/admin/bookings/transitions");
  return useBatches((selected: readonly Pick<BookingRow, "id" | "version">[]) =>
    mutateAsync({ transition, bookings: selected.map(({ id, version }) => ({ id, version })) }),
  );
}

export function exportPath(params: BookingListParams): string {
  return `${localPath("/api/admin/bookings.csv")}?${new URLSearchParams(Object.entries(params))}`;
}

export const savedFiltersQuery = {
  ...bookings.query("/admin/booking-filters", {}),
  select: ({ filters }: SavedFilters) => filters,
};

export const useSaveFilter = () => bookings.useChange("/admin/booking-filters", cacheFilters);
export const useDeleteFilter = () => bookings.useChange("/admin/booking-filters/remove", cacheFilters);

function cacheFilters(response: SavedFilters, queryClient: QueryClient): void {
  queryClient.setQueryData(savedFiltersQuery.queryKey, response);
}
