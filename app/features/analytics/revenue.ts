/** How the lines behind what was invoiced are narrowed down: pure. What is absent narrows nothing; days are Dubai's, both included. */
export interface RevenueFilter {
  from?: string;
  to?: string;
  /** By id, or `NO_SERVICE`. */
  service?: string;
  /** A community, or `NO_AREA` of bookings. */
  area?: string;
  /** By id. */
  technician?: string;
}
