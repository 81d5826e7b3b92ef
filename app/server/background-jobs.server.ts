import { bookingImport, customerImport } from "../features/imports/commands/begin-import.server";
import type { BackgroundJobHandlers } from "../platform/jobs/background-jobs.server";

/** What is done in the background, by kind: one line each. */
export const backgroundJobHandlers: BackgroundJobHandlers = {
  "customer-import": customerImport,
  "booking-import": bookingImport,
};
