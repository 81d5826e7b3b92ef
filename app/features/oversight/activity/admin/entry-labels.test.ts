import { expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { formatValue } from "./entry-labels";

it("names the language of a customer in the reader's language", () => {
  expect(formatValue("language", "ar")).toBe("Arabic");
  expect(inLocale("ar", () => formatValue("language", "ar"))).toBe("العربية");
});
