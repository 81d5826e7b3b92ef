import { callsOf } from "~/platform/browser/calls";
import type { seriesApi } from "./api.server";

const series = callsOf<typeof seriesApi>();

/** What is repeated of one's own bookings. */
export const ownSeriesQuery = series.query(["booking", "own-series"], "/account/series", {});

/** Of a booking that is followed. */
export const placeInSeriesQuery = (reference: string) =>
  series.query(["booking", "series", reference], "/bookings/{reference}/series", { reference });
