import type { ComponentType } from "react";

/** What is told of a technician's visits: bookings know them, scheduling does not. */
export type VisitsWithin = ComponentType<{
  technicianId: string;
  /** ISO 8601 in UTC; without an end, from then on. */
  from: string;
  to?: string;
  /** What is said when there are some. */
  warning: string;
}>;
