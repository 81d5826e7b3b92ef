import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/http-client";
import type { ServiceRecord } from "./views";

/** Starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "services";

interface Catalogue {
  services: ServiceRecord[];
}

export const catalogueQuery = queryOptions({
  queryKey: [TOPIC, "catalogue"],
  queryFn: async ({ signal }) => (await getJson<Catalogue>("/api/admin/services", {}, signal)).services,
});
