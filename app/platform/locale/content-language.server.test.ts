import { expect, it } from "vitest";
import { inReaderLanguage } from "./content-language.server";
import { inLocale } from "./locale.server";

const service = { id: "hvac", name: "Cooling", nameAr: "التكييف", summary: "Cold again.", summaryAr: null };
const read = () => inReaderLanguage(service, ["name", "summary"]);

it("returns English texts without their twins", () => {
  expect(inLocale("en", read)).toEqual({ id: "hvac", name: "Cooling", summary: "Cold again." });
});

it("returns Arabic texts to readers of Arabic, and English where the Arabic one is missing", () => {
  expect(inLocale("ar", read)).toEqual({ id: "hvac", name: "التكييف", summary: "Cold again." });
});

it("returns English content to readers of a language of the technician's app", () => {
  expect(inLocale("hi", read).name).toBe("Cooling");
});
