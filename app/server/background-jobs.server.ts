import { bookingImport, customerImport } from "../features/operations/imports/commands/start-import.server";
import type { BackgroundJobHandlers } from "../platform/jobs/background-jobs.server";

export const backgroundJobHandlers: BackgroundJobHandlers = {
  "customer-import": customerImport,
  "booking-import": bookingImport,
};
