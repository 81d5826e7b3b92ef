import { topicClient } from "~/platform/browser/topic-client";
import type { seriesApi } from "./api.server";

const series = topicClient<typeof seriesApi>("booking");

export const seriesOfBookingQuery = (id: string) => series.query("/admin/bookings/{id}/series", { id });
export const seriesOfCustomerQuery = (id: string) => series.query("/admin/customers/{id}/series", { id });

export const trainedQuery = (id: string) => series.query("/admin/series/{id}/technicians", { id });

export const useBeginSeries = () => series.useChange("/admin/bookings/{id}/series");
export const useShiftSeries = () => series.useChange("/admin/series/{id}/shift");
export const useAskForInSeries = () => series.useChange("/admin/series/{id}/technician");
export const useEndSeries = () => series.useChange("/admin/series/{id}/end");
