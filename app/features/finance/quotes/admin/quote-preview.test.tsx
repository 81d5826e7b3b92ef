import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { QuoteDetail, QuoteVersion } from "../views";
import { QuotePreview } from "./quote-preview";

const version = {
  title: "Pump",
  introduction: "",
  terms: "",
  lines: [],
  discount: { kind: "none" },
  vatTreatment: "standard",
  depositPercent: 0,
  photoIds: [],
  sentAt: null,
  answers: [],
  partsUnder: null,
} as unknown as QuoteVersion;
const quote = {
  id: "quote",
  reference: "QU-2026-000001",
  propertyId: null,
  vatPercent: 5,
  customer: { name: "Layla Haddad", properties: [] },
} as unknown as QuoteDetail;

it.each([14, 0, 999_999_999, Number.NaN])("renders for a draft valid for %d days", (validDays) => {
  for (const open of [false, true]) {
    const preview = (
      <QuotePreview open={open} onClose={() => {}} quote={quote} version={{ ...version, validDays }} />
    );
    expect(() => renderToStaticMarkup(preview)).not.toThrow();
  }
});
