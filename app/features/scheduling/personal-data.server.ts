import type { PersonalData } from "~/platform/personal-data.server";

/** A technician's record is the company's, as of anybody it employs: without the account it stands as before. */
export const personalDataOfScheduling: PersonalData = {
  name: "scheduling",
  tables: { technicians: "kept" },
};
