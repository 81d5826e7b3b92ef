import { apiClient } from "~/platform/browser/api-client";
import type { ownVisitsApi } from "./api.server";

/** The typed calls of the technician's phone. */
export const ownVisits = apiClient<typeof ownVisitsApi>();
