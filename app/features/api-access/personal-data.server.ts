import type { PersonalData } from "~/platform/personal-data.server";

/** Keys and webhooks end with the account that they act as. */
export const personalDataOfApiAccess: PersonalData = {
  name: "integrations",
  tables: { api_keys: "cascades", webhooks: "cascades" },
};
