import type { PersonalData } from "~/platform/personal-data.server";

/** The journal contains no personal data. The users who closed the books and
 * filed returns are part of the business record. */
export const personalDataOfLedger: PersonalData = {
  name: "ledger",
  tables: {
    ledgerClosings: "retained",
    financialYears: "retained",
    bankDeposits: "retained",
    manualJournals: "retained",
    manualJournalLines: "retained",
    vatReturns: "retained",
    vatDisclosures: "retained",
  },
};
