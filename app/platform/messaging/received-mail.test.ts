import { describe, expect, it } from "vitest";
import { isAutomaticMail, textOfHtml, withoutQuote, withSubject } from "./received-mail";

const QUOTE = "> Your booking BK-2026-000001\n> is confirmed.";

describe("withoutQuote", () => {
  it.each([
    [
      "Gmail",
      `Thank you\n\nOn Sun, Nov 29, 2026 at 10:00 AM Rukn <office@company.example> wrote:\n\n${QUOTE}`,
    ],
    [
      "a wrapped line",
      `Thank you\n\nOn Sun, Nov 29, 2026 at 10:00 AM Rukn\n<office@company.example> wrote:\n${QUOTE}`,
    ],
    ["Arabic Gmail", `Thank you\n\nفي الأحد، ٢٩ نوفمبر ٢٠٢٦ كتب Rukn <office@company.example>:\n${QUOTE}`],
    [
      "Outlook",
      "Thank you\n\n________________________________\nFrom: Rukn\nSent: Sunday\nTo: Aisha\n\nYour booking",
    ],
    ["older Outlook", "Thank you\r\n\r\n-----Original Message-----\r\nFrom: Rukn\r\n\r\nYour booking"],
  ])("removes the quote of %s", (_program, text) => {
    expect(withoutQuote(text)).toBe("Thank you");
  });

  it.each([
    ["answers between the lines", `See below\n\n${QUOTE}\nYes, at 10:00\n> Anything else?\nNo`],
    ["a text without a quote", "Please come at 10:00:\nBuilding 3"],
    ["a quote alone", QUOTE],
  ])("keeps %s", (_case, text) => {
    expect(withoutQuote(text)).toBe(text);
  });
});

describe("textOfHtml", () => {
  it("keeps lines, decodes entities, and marks quotes", () => {
    const html =
      "<html><head><title>x</title><style>p { color: red }</style></head><body><p>Tom &amp; Aisha&nbsp;say&#33;</p><div>Bye<br>now</div><blockquote><p>Old</p><blockquote>Older</blockquote></blockquote></body></html>";
    expect(textOfHtml(html)).toBe("Tom & Aisha say!\n\nBye\nnow\n\n> Old\n\n> Older");
  });

  it("reads hostile markup in linear time", () => {
    const startedAt = performance.now();
    for (const part of ["<style>", "<!--", "<blockquote>", "<br>", "&#", "<p"])
      textOfHtml(part.repeat(200_000));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe("isAutomaticMail", () => {
  it.each([
    ["Auto-Submitted", "auto-replied", true],
    ["auto-submitted", "no", false],
    ["Precedence", "bulk", true],
    ["Precedence", "list", false],
    ["Return-Path", "<>", true],
    ["Return-Path", "<aisha@example.com>", false],
    ["Content-Type", "multipart/report; report-type=delivery-status", true],
    ["Content-Type", "multipart/mixed", false],
  ])("%s: %s is %s", (key, value, expected) => {
    expect(isAutomaticMail([{ key, value }])).toBe(expected);
  });
});

it("withSubject repeats no subject of an answer", () => {
  expect(withSubject("RE: Your booking", "Yes")).toBe("Yes");
  expect(withSubject("رد: حجزك", "نعم")).toBe("نعم");
  expect(withSubject("New villa", "A quote, please")).toBe("New villa\n\nA quote, please");
});
