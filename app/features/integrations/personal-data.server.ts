import type { PersonalData } from "~/platform/personal-data.server";

/** Keys end with the account that they act as. */
export const personalDataOfIntegrations: PersonalData = {
  name: "integrations",
  tables: { api_keys: "goes-with-account" },
};
