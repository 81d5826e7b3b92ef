import type { Locale } from "~/platform/locale/locale";
import type { Settings, VisitorTerms } from "../../../core/business/settings";

/** Legal text: numbered sections of paragraphs and lists. One module per text and language. */
export interface LegalText {
  /** Language of the text, independent of the page. */
  language: Locale;
  /** Dubai day from which this wording applies. */
  updatedOn: string;
  title: string;
  lead: string;
  sections: LegalSection[];
}

export interface LegalSection {
  /** Anchor of links; stable across rewording. */
  id: string;
  title: string;
  /** Paragraph, or items of a list. */
  body: (string | string[])[];
}

/** Surcharge in percent; 0 if none. `varies`: `percent` is the highest of several. */
export interface Surcharge {
  percent: number;
  varies: boolean;
}

/** Business facts used in the text. */
export interface LegalIdentity {
  name: string;
  address: string;
  email: string;
  /** Phone number formatted for reading. */
  phone: string;
  emergencyPhone: string;
  trn: string | null;
  /** VAT rate of today's prices; 0 if none. */
  vatPercent: number;
  surcharges: { outOfHours: Surcharge; emergency: Surcharge };
  /** Retention periods in days. */
  retention: Settings["retention"];
  /** Years that issued documents are kept after the end of their financial year. */
  documentYears: number;
  /** Number of backups that are kept. */
  backupsKept: number;
  /** Response target and cut-off from the settings. */
  terms: VisitorTerms;
}
