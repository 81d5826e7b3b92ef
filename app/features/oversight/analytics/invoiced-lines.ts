/** Filter of invoiced lines: pure. Days are Dubai's, both included. */
export interface InvoicedLinesFilter {
  from?: string;
  to?: string;
  /** Id, or `NO_SERVICE`. */
  service?: string;
  /** Community, or `NO_AREA` of bookings. */
  area?: string;
  /** Technician id. */
  technician?: string;
}
