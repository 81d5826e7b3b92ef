import { describe, expect, it } from "vitest";
import type { Message } from "./message";
import { countSegments, messageContent, toPlainCharacters } from "./text-message";

describe("countSegments", () => {
  it.each([
    ["", 1],
    ["a".repeat(160), 1],
    ["a".repeat(161), 2],
    ["a".repeat(306), 2],
    ["a".repeat(307), 3],
    ["€".repeat(80), 1],
    ["€".repeat(81), 2],
    ["ع".repeat(70), 1],
    ["ع".repeat(71), 2],
    ["ع".repeat(135), 3],
    ["😀".repeat(36), 2],
  ])("counts septets or UTF-16 units (case %#)", (text, segments) => {
    expect(countSegments(text)).toBe(segments);
  });
});

it("replaces typography that would double the length", () => {
  const text = toPlainCharacters("\u2068Omar\u2069 – “10:00\u202fam”… it’s");
  expect(text).toBe('Omar - "10:00 am"... it\'s');
  expect(countSegments(text.repeat(5))).toBe(1);
});

describe("messageContent", () => {
  const message = (preview: string) => ({ subject: "On the way", content: { preview } }) as Message;
  const options = { sender: { name: "Rukn" }, url: "https://x.example/1", language: "en" };

  it("lists sender, subject, preview and link", () => {
    expect(messageContent(message("At 10:00"), options).text).toBe(
      "Rukn\nOn the way\nAt 10:00\nhttps://x.example/1",
    );
  });

  it("leaves out the preview instead of sending a third SMS", () => {
    expect(messageContent(message("a".repeat(300)), options).text).toBe(
      "Rukn\nOn the way\nhttps://x.example/1",
    );
  });
});
