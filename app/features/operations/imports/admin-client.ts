import { topicClient } from "~/platform/browser/topic-client";
import type { importsApi } from "./api.server";

const imports = topicClient<typeof importsApi>("background-job");

export const tryCustomers = (name: string, csv: string) =>
  imports.send("/admin/imports/customers", { name, csv });
export const tryBookings = (name: string, csv: string, source: string) =>
  imports.send("/admin/imports/bookings", { name, csv, source });
export const useImportTried = (id: string) =>
  imports.useChange("/admin/imports/{id}/start", undefined, { id });
