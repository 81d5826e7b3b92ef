import type { PersonalData } from "~/platform/personal-data.server";

/** Keys and webhooks are deleted with their owner's account. */
export const personalDataOfApiAccess: PersonalData = {
  name: "api-access",
  tables: { apiKeys: "cascades", webhooks: "cascades" },
};
