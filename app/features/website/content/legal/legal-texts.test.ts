import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ARABIC } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { LegalIdentity, LegalText } from "./legal-text";
import { privacyPolicyArabic } from "./privacy-policy.ar";
import { privacyPolicy } from "./privacy-policy.en";
import { termsOfServiceArabic } from "./terms-of-service.ar";
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

const arabicOf = (text: typeof privacyPolicyArabic, changes: Partial<LegalIdentity> = {}) =>
  inLocale(ARABIC, () => text({ ...identity, ...changes }));

describe.each([
  ["privacy policy", privacyPolicy, privacyPolicyArabic],
  ["terms of service", termsOfService, termsOfServiceArabic],
])("Arabic %s", (_, english, arabic) => {
  it("repeats the sections, paragraphs and date of the English text", () => {
    const shapeOf = ({ sections, updatedOn }: LegalText) => ({
      updatedOn,
      sections: sections.map(({ id, body }) => [
        id,
        ...body.map((block) => (typeof block === "string" ? 1 : block.length)),
      ]),
    });
    expect(shapeOf(arabicOf(arabic))).toEqual(shapeOf(english(identity)));
  });

  it("states the same figures in each section", () => {
    // Arabic spells one and two as words: ساعتان.
    const figuresOf = ({ sections }: LegalText) =>
      sections.map(({ id, body }) => [
        id,
        ...[...new Set(body.flat().join("\n").match(/\d+/g))].filter((figure) => Number(figure) > 2).sort(),
      ]);
    const terms = { contactMinutes: 180, contactRuns: "always", cutOffHours: 12 } as const;
    expect(figuresOf(arabicOf(arabic, { terms }))).toEqual(figuresOf(english({ ...identity, terms })));
  });

  it("leaves no English word but names of products", () => {
    const { lead, title, sections } = arabicOf(arabic, { name: "ركن", address: "القوز، دبي" });
    const words = [title, lead, ...sections.flatMap(({ title, body }) => [title, ...body.flat()])]
      .join("\n")
      .replaceAll(/\S+@\S+|consumerrights\.ae|Google (Analytics|Maps)|Google/g, "");
    expect(words.match(/[A-Za-z]+/g)).toBeNull();
  });

  it("gives the Arabic version precedence in both languages", () => {
    expect(wordsOf(english(identity))).toMatch(/versions differ.*the Arabic version prevails/);
    expect(wordsOf(arabicOf(arabic))).toMatch(/إذا اختلف النصان.*يسود النص العربي/);
  });
});

describe("Arabic legal texts", () => {
  it("use the Arabic plural forms for periods of the settings", () => {
    const policy = (days: number) =>
      wordsOf(
        arabicOf(privacyPolicyArabic, {
          documentYears: 10,
          retention: { ...identity.retention, mailDays: days, trailYears: 2 },
        }),
      );
    expect(policy(2)).toContain("رسائل البريد التي أرسلناها إليكم: يومان.");
    expect(policy(5)).toContain("رسائل البريد التي أرسلناها إليكم: 5 أيام.");
    expect(policy(30)).toContain("رسائل البريد التي أرسلناها إليكم: 30 يومًا.");
    expect(policy(400)).toContain("رسائل البريد التي أرسلناها إليكم: 400 يوم.");
    expect(policy(30)).toContain("تستند إليها: 10 سنوات بعد نهاية السنة المالية");
    expect(policy(30)).toContain("سنتان على الأقل");
  });

  it("state the highest of several surcharges, and none where none is charged", () => {
    const none = { percent: 0, varies: false };
    const emergency = { percent: 100, varies: true };
    const words = (surcharges: LegalIdentity["surcharges"]) =>
      wordsOf(arabicOf(termsOfServiceArabic, { surcharges }));
    expect(words({ outOfHours: none, emergency })).toContain(
      "تزيد أسعار الحالات الطارئة بنسبة تصل إلى 100%.",
    );
    expect(words({ outOfHours: none, emergency: none })).not.toContain("الرسوم الإضافية");
  });

  it("promise a tax invoice only with a tax registration number", () => {
    const words = (changes: Partial<LegalIdentity>) => wordsOf(arabicOf(termsOfServiceArabic, changes));
    expect(words({})).toContain("فاتورة ضريبية تحمل رقم تسجيلنا الضريبي عن كل دفعة");
    expect(words({ trn: null, vatPercent: 0 })).toContain("تحصلون على فاتورة عن كل دفعة.");
    expect(words({ trn: null, vatPercent: 0 })).not.toMatch(/رقم التسجيل الضريبي|بنسبة 0/);
  });
});
