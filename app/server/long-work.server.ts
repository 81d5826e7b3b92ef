import { bookingImport, customerImport } from "../features/imports/commands/begin-import.server";
import type { LongWork } from "../platform/jobs/long-work.server";

/** What is done in the background, by kind: one line each. */
export const longWork: LongWork = {
  "customer-import": customerImport,
  "booking-import": bookingImport,
};
