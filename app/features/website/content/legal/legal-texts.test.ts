import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  retention: {
    mailDays: 400,
    securityEventDays: 180,
    clientErrorDays: 90,
    pageEventDays: 760,
    trailYears: 7,
  },
  documentYears: 7,
  backupsKept: 7,
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

/** Files that set cookies, with those that the policy names for them. */
const COOKIES = {
  "app/platform/auth/links/link-keys.server.ts": "one for each opened link",
  "app/features/people/accounts/api/known-device.server.ts": "recognises this browser",
  "app/features/people/accounts/api/better-auth.server.ts": "session, second factor",
  "app/server/context.server.ts": "renewed session",
  "app/platform/http/replica-reads.server.ts":
    "office only: database position of the last change, for a minute",
  "app/features/website/web-tracking/google-analytics.ts": "removes those of Google after a refusal",
};

describe("privacyPolicy", () => {
  it("knows every place of the code that sets a cookie", () => {
    const root = join(import.meta.dirname, "../../../../..");
    const setting = globSync("app/**/*.{ts,tsx}", { cwd: root })
      .filter((file) => !file.includes(".test.") && !file.startsWith("app/paraglide/"))
      .filter((file) =>
        /\bsetCookie\(|\bserialize\(cookieName|getSetCookie\(\)|document\.cookie\s*=/.test(
          readFileSync(join(root, file), "utf8"),
        ),
      );
    expect(setting.sort()).toEqual(Object.keys(COOKIES).sort());
  });

  it("states the cookies and the retention periods of the settings", () => {
    const words = wordsOf(privacyPolicy(identity));
    expect(words).toContain("(30 days)");
    expect(words).toContain("(30 and 365 days)");
    expect(words).toContain("(10 minutes)");
    expect(words).toContain(
      "Backups: the last 7. What we delete stays in them until newer ones have replaced them;",
    );
    expect(words).toContain(
      "Emails that we sent you: 400 days. Security records: 180 days. Error reports: 90 days.",
    );
    expect(words).toContain("Contact messages: 12 months.");
    expect(words).toContain("The record of who changed what: at least 7 years.");
  });
});
