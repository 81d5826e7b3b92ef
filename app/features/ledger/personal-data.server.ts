import type { PersonalData } from "~/platform/personal-data.server";

/** Entries name documents and no persons; who closed the books is a record of the company. */
export const personalDataOfLedger: PersonalData = {
  name: "ledger",
  tables: { ledger_closings: "retained" },
};
