import type { Locale } from "~/platform/locale/locale";
import type { Settings, VisitorTerms } from "../../business/settings";

/** A legal text in plain language: numbered sections of paragraphs and lists. One module a text and language. */
export interface LegalText {
  /** In which it is written, whatever the page around it speaks. */
  language: Locale;
  /** The Dubai calendar day from which this wording holds. */
  updatedOn: string;
  title: string;
  lead: string;
  sections: LegalSection[];
}

export interface LegalSection {
  /** Links lead to it: keep it when the words change. */
  id: string;
  title: string;
  /** A paragraph, or the points of a list. */
  body: (string | string[])[];
}

/** In percent, of the price book; 0: none is charged. `varies`: `percent` is the highest of several. */
export interface Surcharge {
  percent: number;
  varies: boolean;
}

/** Who speaks in the text, as the office has it. */
export interface LegalIdentity {
  name: string;
  address: string;
  email: string;
  /** As people read it. */
  phone: string;
  emergencyPhone: string;
  trn: string | null;
  /** Of VAT in the prices of today; 0: none is charged. */
  vatPercent: number;
  surcharges: { outOfHours: Surcharge; emergency: Surcharge };
  /** Retention periods of the settings, in days. */
  retention: Settings["retention"];
  /** When the office is in touch, and until when a visit can be changed, as the settings have it. */
  terms: VisitorTerms;
}
