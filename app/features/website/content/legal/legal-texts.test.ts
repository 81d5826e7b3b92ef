import { describe, expect, it } from "vitest";
import type { LegalIdentity, LegalText } from "./legal-text";
import { privacyPolicy } from "./privacy-policy.en";
import { termsOfService } from "./terms-of-service.en";

const identity: LegalIdentity = {
  name: "Rukn",
  address: "Al Quoz, Dubai",
  email: "hello@rukn.example",
  phone: "+971 4 555 0100",
  emergencyPhone: "+971 4 555 0199",
  trn: "100000000000003",
  vatPercent: 5,
  surcharges: { outOfHours: { percent: 25, varies: false }, emergency: { percent: 50, varies: false } },
  retention: { mailDays: 400, securityEventDays: 180, clientErrorDays: 90, pageEventDays: 760 },
  terms: { contactMinutes: 120, contactRuns: "always", cutOffHours: 12 },
};

const wordsOf = ({ sections }: LegalText) => sections.flatMap(({ body }) => body.flat()).join("\n");
const terms = (changes: Partial<LegalIdentity> = {}) => wordsOf(termsOfService({ ...identity, ...changes }));

describe("termsOfService", () => {
  it("states the surcharges of the price book", () => {
    expect(terms()).toContain(
      "Visits outside our opening hours cost 25% more. Emergencies cost 50% more. The surcharge is shown before you book.",
    );
  });

  it("states the highest of several surcharges, and none where none is charged", () => {
    const none = { percent: 0, varies: false };
    const emergency = { percent: 100, varies: true };
    expect(terms({ surcharges: { outOfHours: none, emergency } })).toContain(
      "Emergencies cost up to 100% more. The surcharge",
    );
    expect(terms({ surcharges: { outOfHours: none, emergency: none } })).not.toContain("surcharge");
  });

  it("promises a tax invoice only with a TRN", () => {
    expect(terms()).toContain("You receive a tax invoice with our TRN for every payment.");
    expect(terms({ trn: null, vatPercent: 0 })).toContain("You receive an invoice for every payment.");
    expect(terms({ trn: null, vatPercent: 0 })).not.toMatch(/TRN|include \d+% value added tax/);
  });
});

describe("privacyPolicy", () => {
  it("states the cookies and the retention periods of the settings", () => {
    const words = wordsOf(privacyPolicy(identity));
    expect(words).toContain("(30 days)");
    expect(words).toContain("(30 and 365 days)");
    expect(words).toContain(
      "Emails that we sent you: 400 days. Security records: 180 days. Error reports: 90 days.",
    );
  });
});
