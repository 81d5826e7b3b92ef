import { apiClient } from "~/platform/browser/api-client";
import type { ownVisitsApi } from "./api.server";

export const ownVisits = apiClient<typeof ownVisitsApi>();
