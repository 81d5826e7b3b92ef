import { expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { formatValue } from "./entry-labels";

it("names the language of a customer in the reader's language", () => {
  expect(formatValue("language", "ar")).toBe("Arabic");
  expect(inLocale("ar", () => formatValue("language", "ar"))).toBe("العربية");
});

it("names communities in the reader's language", () => {
  inLocale("ar", () => {
    expect(formatValue("address", "12 Marina Walk, Dubai Marina")).toBe("12 Marina Walk, دبي مارينا");
    expect(formatValue("zones", ["Dubai Marina"])).toBe("دبي مارينا");
  });
});
