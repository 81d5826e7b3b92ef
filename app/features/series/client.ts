import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/browser/http-client";
import { topicClient } from "~/platform/browser/topic-client";
import type { seriesApi } from "./api.server";
import type { PlaceInSeries } from "./views";

/** What is repeated of one's own bookings. */
export const ownSeriesQuery = topicClient<typeof seriesApi>("booking").query("/account/series", {});

/** Of a booking that is followed. */
export const placeInSeriesQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "series", reference],
    queryFn: ({ signal }) =>
      getJson<{ series: PlaceInSeries }>(`/api/bookings/${reference}/series`, {}, signal),
  });
