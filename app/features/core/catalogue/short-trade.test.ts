import { expect, it } from "vitest";
import { ARABIC } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { services } from "../../../../db/seed/catalogue";
import { serviceTexts } from "../../../../db/seed/catalogue-arabic";
import { shortTradeName } from "./short-trade";

const shortenedIds = ["free-survey", "hvac", "painting", "tiling", "general-maintenance", "emergency"];

/** Short enough in English. */
const shortenedInArabic = [...shortenedIds, "handyman"];

it("shortens the trades with long names in English and in Arabic", () => {
  for (const { id, name } of services) {
    const nameAr = serviceTexts[id]!.nameAr;
    const isShortened = shortenedIds.includes(id);
    expect(shortTradeName(name) !== name, name).toBe(isShortened);
    const arabic = inLocale(ARABIC, () => shortTradeName(nameAr));
    expect(arabic !== nameAr, nameAr).toBe(shortenedInArabic.includes(id));
    expect(arabic).toMatch(/^[\p{Script=Arabic} ]+$/u);
    expect(arabic.length).toBeLessThanOrEqual(nameAr.length);
  }
});
