import type { PersonalData } from "~/platform/personal-data.server";

/** The journal contains no personal data. The user who closed the books is part of the business record. */
export const personalDataOfLedger: PersonalData = {
  name: "ledger",
  tables: { ledgerClosings: "retained" },
};
