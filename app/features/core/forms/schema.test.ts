import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { bookingFormSchema } from "../../operations/bookings/schema";
import { looksInjected, sanitizeText } from "./injection";

const form = bookingFormSchema("2026-11-23");
const valid = {
  customerName: "Aisha Al Marri",
  email: "aisha@example.com",
  phone: "0501234567",
  service: "plumbing",
  message: "",
  addressParts: { street: "Al Marsa Street", buildingName: "", unitNumber: "", area: "", landmark: "" },
};

/** Text likely to be or become code: fragments of forbidden patterns broken by stripped characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "java",
        "script",
        "javascript:",
        "vb",
        "script:",
        "on",
        "click",
        "=",
        "eval",
        "setTimeout",
      ),
      fc.constantFrom(
        "(",
        "file",
        "file:",
        ":",
        "data",
        "text/html",
        " ",
        "iframe",
        "form",
        "a",
        "\n",
        "é",
        "'",
        "--",
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));
/** Forbidden patterns hidden by stripped characters in the middle. */
const hidden = fc
  .tuple(
    fc.constantFrom(
      "eval(1)",
      "javascript:x",
      "vbscript:x",
      "file:x",
      "onclick=x",
      "data:text/html",
      "setTimeout(x)",
    ),
    fc.nat({ max: 12 }),
    fc.constantFrom("<", ">", "javascript:", "><"),
  )
  .map(([code, at, stripped]) => code.slice(0, at) + stripped + code.slice(at));
const anyText = fc.oneof(hostile, hidden, fc.string({ unit: "grapheme", maxLength: 120 }));

describe("sanitised text", () => {
  it("property: sanitising removes angle brackets and is idempotent", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = sanitizeText(text);
        expect(clean).not.toMatch(/[<>]/);
        expect(sanitizeText(clean)).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
  });

  it("property: sanitising never creates code", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(!looksInjected(text));
        expect(looksInjected(sanitizeText(text))).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it("property: sanitising keeps text without anything to strip", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!/[<>]|javascript|on/i.test(text));
        expect(sanitizeText(text)).toBe(text.trim());
      }),
    );
  });
});

describe("accepted form", () => {
  const texts = fc.record({
    customerName: fc.oneof(anyText, fc.stringMatching(/^[A-Za-zé '.-]{2,50}$/)),
    message: anyText,
    addressParts: fc.record({
      street: anyText,
      buildingName: anyText,
      unitNumber: fc.oneof(anyText, fc.stringMatching(/^[A-Za-z0-9/-]{0,10}$/)),
      area: anyText,
      landmark: anyText,
    }),
  });

  it("leaves one space between the words of a line around what it strips", () => {
    const addressParts = { ...valid.addressParts, street: "Street < 1", area: "Dubai < Marina" };
    expect(form.parse({ ...valid, addressParts }).addressParts).toMatchObject({
      street: "Street 1",
      area: "Dubai Marina",
    });
  });

  it("property: accepts its own output unchanged", () => {
    let accepted = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const first = z.safeParse(form, { ...valid, ...text });
        if (!first.success) return;
        accepted++;
        expect(z.safeParse(form, first.data)).toEqual({ success: true, data: first.data });
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(30);
  });

  it("property: accepted values fit the database columns", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = z.safeParse(form, { ...valid, ...text });
        if (!parsed.success) return;
        const { customerName, message, addressParts } = parsed.data;
        const length = (text: string) => [...text].length;
        expect(length(customerName)).toBeGreaterThanOrEqual(2);
        expect(length(customerName)).toBeLessThanOrEqual(50);
        expect(length(message)).toBeLessThanOrEqual(500);
        expect(length(addressParts.street)).toBeGreaterThanOrEqual(1);
        expect(length(addressParts.street)).toBeLessThanOrEqual(100);
        expect(length(addressParts.buildingName)).toBeLessThanOrEqual(50);
        expect(length(addressParts.unitNumber)).toBeLessThanOrEqual(10);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("emails", () => {
  it("lower-cases emails as PostgreSQL does", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const parsed = z.safeParse(form, { ...valid, email: ` ${address.toUpperCase()} ` });
        if (parsed.success) expect(parsed.data.email).toBe(address.toLowerCase());
      }),
    );
  });
});

// A pattern with quadratic time would exceed the test's time limit here.
it("validates long text in linear time", () => {
  const pieces = ["<", " ", "on", "javascript", "javascript:", "<<script", "onclick", "data ", "eval "];
  const texts = pieces.map((piece) => piece.repeat(50_000));
  // Each pass of stripping creates the next pattern.
  texts.push(`${"java".repeat(50_000)}javascript:${"script:".repeat(50_000)}`);
  for (const text of texts) {
    const addressParts = { street: text, buildingName: text, unitNumber: text, area: text, landmark: text };
    const parsed = z.safeParse(form, {
      ...valid,
      message: text,
      customerName: text,
      email: text,
      addressParts,
    });
    expect(parsed.success).toBe(false);
  }
});
