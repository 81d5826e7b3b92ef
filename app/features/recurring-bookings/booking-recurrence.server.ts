import { sql } from "kysely";
import type { Recurrence } from "./views";
import "../bookings/table";
import "./table";

/** Which visit of a series a booking is, in queries that read `bookings`; null: of none. */
export const bookingRecurrence = sql<Recurrence>`(
  SELECT json_build_object('number', series_bookings.number, 'interval', visit_series.rhythm)
  FROM series_bookings JOIN visit_series ON visit_series.id = series_bookings.series_id
  WHERE series_bookings.booking_id = bookings.id)`.as("recurrence");
