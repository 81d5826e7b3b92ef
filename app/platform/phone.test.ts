import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, normalizePhone } from "./phone";

const nineDigits = fc.stringMatching(/^[0-9]{9}$/);
const prefix = fc.constantFrom("", "0", "971", "+971");

describe("normalizePhone", () => {
  it("knows a number in each of its forms, with spaces, hyphens and brackets", () => {
    const separator = fc.constantFrom("", " ", "-", "(", ")");
    fc.assert(
      fc.property(
        prefix,
        nineDigits,
        fc.array(separator, { minLength: 13, maxLength: 13 }),
        (start, digits, separators) => {
          const written = [...`${start}${digits}`]
            .map((character, at) => character + separators[at])
            .join("");
          expect(normalizePhone(written)).toBe(`+971${digits}`);
        },
      ),
    );
  });

  it("leaves what it made as it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(prefix, nineDigits).map((parts) => parts.join("")),
        ),
        (written) => {
          const phone = normalizePhone(written);
          fc.pre(phone !== null);
          expect(phone).toMatch(/^\+971\d{9}$/);
          expect(normalizePhone(phone!)).toBe(phone);
          expect(normalizePhone(formatPhone(phone!))).toBe(phone);
        },
      ),
    );
  });

  it.each([
    "",
    " ",
    "+",
    "971",
    "50123456",
    "5012345678",
    "00971501234567",
    "+97150123456",
    "+9715012345678",
    "+1501234567",
    "05O1234567",
    "050.123.4567",
    "501234567\u0000",
    "٠٥٠١٢٣٤٥٦٧",
  ])("knows no number in %j", (written) => {
    expect(normalizePhone(written)).toBeNull();
  });
});

describe("formatPhone", () => {
  it.each([
    ["+971501234567", "+971 50 123 4567"],
    ["+97145550100", "+971 4 555 0100"],
    ["+44 20 7946 0000", "+44 20 7946 0000"],
  ])("shows %s as %s", (phone, shown) => {
    expect(formatPhone(phone)).toBe(shown);
  });
});
