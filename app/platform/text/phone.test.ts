import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, mayHaveWhatsapp } from "./phone";
import { hasSeveralPhones, normalizePhone, toSearchDigits } from "./phone-input";

const mobile = fc.stringMatching(/^5[0-9]{8}$/);
const landline = fc.stringMatching(/^[234679][0-9]{7}$/);
const prefix = fc.constantFrom("", "0", "971", "+971", "00971", "9710", "+9710", "009710");

describe("normalizePhone", () => {
  it("accepts mobiles and landlines with spaces, hyphens, dots and brackets", () => {
    const separator = fc.constantFrom("", " ", "-", "–", ".", "(", ")", "\u00a0", "\u202a");
    fc.assert(
      fc.property(
        prefix,
        fc.oneof(mobile, landline),
        fc.array(separator, { minLength: 16, maxLength: 16 }),
        (start, digits, separators) => {
          const written = [...`${start}${digits}`]
            .map((character, at) => character + separators[at])
            .join("");
          expect(normalizePhone(written)).toBe(`+971${digits}`);
        },
      ),
    );
  });

  it("accepts nine digits with and without +971, 971 or 0, as specified", () => {
    const nineDigits = fc.stringMatching(/^[158][0-9]{8}$/);
    fc.assert(
      fc.property(fc.constantFrom("", "0", "971", "+971"), nineDigits, (start, digits) => {
        expect(normalizePhone(start + digits)).toBe(`+971${digits}`);
      }),
    );
  });

  it("keeps normalized numbers and accepts formatted ones", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(prefix, fc.oneof(mobile, landline)).map((parts) => parts.join("")),
          fc.stringMatching(/^\+[0-9]{7,15}$/),
        ),
        (written) => {
          const phone = normalizePhone(written);
          fc.pre(phone !== null);
          expect(phone).toMatch(/^\+[1-9]\d{6,14}$/);
          expect(normalizePhone(phone!)).toBe(phone);
          expect(normalizePhone(formatPhone(phone!))).toBe(phone);
        },
      ),
    );
  });

  it.each([
    ["04 555 0100", "+97145550100"],
    ["+971 (0)4 555 0100", "+97145550100"],
    ["00971-4-555-0100", "+97145550100"],
    ["04.555.0100", "+97145550100"],
    ["'045550100", "+97145550100"],
    ["04/555 0100", "+97145550100"],
    ["٠٥٠ ١٢٣ ٤٥٦٧", "+971501234567"],
    ["۰۵۰۱۲۳۴۵۶۷", "+971501234567"],
    ["（０５０）１２３·４５６７", "+971501234567"],
    ["tel:+971-50-123-4567", "+971501234567"],
    ["050،123،4567", "+971501234567"],
    ["050_123_4567", "+971501234567"],
    ["050−123−4567", "+971501234567"],
    ["\u2066+٩٧١ ٥٠\u00ad١٢٣\u00a0٤٥٦٧\u2069", "+971501234567"],
    ["600 567890", "+971600567890"],
    ["800 7865", "+9718007865"],
    ["+971 800 786525", "+971800786525"],
    // Foreign numbers.
    ["+44 (0)20 7946 0000", "+442079460000"],
    ["0044 20 7946 0000", "+442079460000"],
    ["+1 (415) 555-2671", "+14155552671"],
    ["+91 98765 43210", "+919876543210"],
    ["+966 50 123 4567", "+966501234567"],
    ["+20 100 123 4567", "+201001234567"],
  ])("accepts the phone number %s", (written, phone) => {
    expect(normalizePhone(written)).toBe(phone);
  });

  it.each([
    "",
    " ",
    "+",
    "971",
    "50123456",
    "050 123 456",
    "050 123 45678",
    "5012345678",
    "04 555 010",
    "04 555 01000",
    "01 555 0100",
    "+97150123456",
    "+9715012345678",
    "+1501234567",
    "+1 555 0100",
    "+44 20 7946",
    "+999 12 345 6789",
    "44 20 7946 0000",
    "05O1234567",
    "501234567\u0000",
    `0501234567${" ".repeat(60)}`,
  ])("rejects %j as a phone number", (written) => {
    expect(normalizePhone(written)).toBeNull();
  });
});

describe("toSearchDigits", () => {
  it.each(["050 123", "97150123", "+971 50 123", "00971 50-123", "+971 (0)50 123", "50 123", "٠٥٠١٢٣"])(
    "finds +97150123… by %s",
    (typed) => {
      expect("+971501234567").toContain(toSearchDigits(typed));
    },
  );

  it("matches last digits and foreign numbers with country code", () => {
    expect("+97145550100").toContain(toSearchDigits("0100"));
    expect("+442079460000").toContain(toSearchDigits("0044 20 79"));
  });

  it.each(["101", "Marina 1204", "BK-2026-000123", ""])(
    "returns null for text without a phone number: %j",
    (typed) => {
      expect(toSearchDigits(typed)).toBeNull();
    },
  );
});

describe("mayHaveWhatsapp", () => {
  it.each([
    ["+971501234567", true],
    ["+442079460000", true],
    ["+97145550100", false],
    ["+9718007865", false],
    ["+971600567890", false],
  ])("reports if %s may have WhatsApp: %s", (phone, may) => {
    expect(mayHaveWhatsapp(phone)).toBe(may);
  });
});

describe("formatPhone", () => {
  it.each([
    ["+971501234567", "+971 50 123 4567"],
    ["+97145550100", "+971 4 555 0100"],
    ["+97140012345", "+971 4 001 2345"],
    ["+971600567890", "+971 600 567890"],
    ["+9718007865", "+971 800 7865"],
    ["+14155552671", "+1 415 555 2671"],
    ["+442079460000", "+44 207 946 0000"],
    ["+966501234567", "+966 50 123 4567"],
    ["+44 20 7946 0000", "+44 20 7946 0000"],
  ])("formats %s as %s", (phone, expected) => {
    expect(formatPhone(phone)).toBe(expected);
  });
});

describe("hasSeveralPhones", () => {
  it.each([
    "050 123 4567 / 04 555 0100",
    "0501234567, 0559876543",
    "050 123 4567 055 987 6543",
    "+971 50 123 4567 or +44 20 7946 0000",
    "Ali 0501234567; Sara 0559876543; 045550100",
    "٠٥٠١٢٣٤٥٦٧ - ٠٤٥٥٥٠١٠٠",
  ])("finds two phone numbers in %j", (text) => {
    expect(normalizePhone(text)).toBeNull();
    expect(hasSeveralPhones(text)).toBe(true);
  });

  it.each(["", "12", "050 123 45678", "04 555 0100 ext. 123", "050 123 4567 x", "villa 12, street 34"])(
    "finds at most one phone number in %j",
    (text) => {
      expect(hasSeveralPhones(text)).toBe(false);
    },
  );
});
