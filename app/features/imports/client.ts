import { topicClient } from "~/platform/http/topic-client";
import type { importsApi } from "./api.server";

const imports = topicClient<typeof importsApi>("long-work");

export const tryCustomers = (name: string, csv: string) =>
  imports.send("/admin/imports/customers", { name, csv });
export const useImportTried = (id: string) => imports.useChange("/admin/imports/{id}/go", undefined, { id });
