import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { m } from "~/paraglide/messages";
import { formatMinutes } from "~/ui/hooks/duration";
import { formatMoney } from "../money";
import { formatPhone } from "../text/phone";
import { normalizePhone } from "../text/phone-input";
import { formatDay, formatTime } from "../time";
import { compareWords } from "./compare-words";
import {
  bidiIsolate,
  currentLocale,
  documentLanguageAttributes,
  languageAttributes,
  locales,
  localPath,
  offeredLocales,
  routePath,
  splitPath,
} from "./locale";
import { inLocale } from "./locale.server";
import { listPageLanguages } from "./page-languages";

describe("currentLocale", () => {
  it("returns English by default", () => {
    expect(documentLanguageAttributes()).toEqual({ lang: "en", dir: "ltr" });
    expect(m.common_try_again()).toBe("Try Again");
  });

  it("separates concurrent tasks", async () => {
    const texts: string[] = [];
    const readTexts = (locale: "en" | "en-XB") =>
      inLocale(locale, async () => {
        for (let round = 0; round < 3; round++) {
          await turn();
          texts.push(
            `${locale} ${currentLocale()} ${m.common_close()} ${formatDay("2026-11-21", "weekday")}`,
          );
        }
      });
    await Promise.all([readTexts("en"), readTexts("en-XB")]);
    expect(new Set(texts)).toEqual(
      new Set(["en en Close Saturday", `en-XB en-XB ⟦Çļööšéé⟧ ${arabic({ weekday: "long" })}`]),
    );
    expect(texts).toHaveLength(6);
  });

  it("returns the inner locale in nested calls and the outer one afterwards", () => {
    inLocale("en-XB", () => {
      expect(inLocale("en", () => m.common_close())).toBe("Close");
      expect(m.common_close()).toMatch(/^⟦.*⟧$/);
    });
  });
});

const arabic = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("ar-AE-u-nu-latn", { ...options, timeZone: "Asia/Dubai" }).format(
    new Date("2026-11-21T08:00:00Z"),
  );

describe("formatters", () => {
  const formatted = () => [
    formatTime("2026-11-21T08:00:00Z", "longDate"),
    formatMoney(1_500_50),
    formatMoney(1_500_00),
    formatMinutes(72),
  ];

  it("formatters use English formats by default", () => {
    expect(formatted()).toEqual([
      "Saturday, 21 November 2026",
      "AED\u00a01,500.50",
      "AED\u00a01,500",
      "1h 12m",
    ]);
  });

  it("formatters follow the locale when it alternates between English and right-to-left", () => {
    const english = formatted();
    const other = inLocale("en-XB", formatted);
    expect(other[0]).toBe(arabic({ weekday: "long", day: "numeric", month: "long", year: "numeric" }));
    expect(other[1]).toContain("1,500.50");
    for (const [index, text] of other.entries()) expect(text).not.toBe(english[index]);
    expect(other[3]).not.toMatch(/[a-z]/i);
    expect(formatted()).toEqual(english);
  });
});

it("compareWords sorts by locale with numeric order", () => {
  const sorted = () => ["نور", "Zone 10", "Zone 9", "ämber", "Bay"].sort(compareWords);
  expect(sorted()).toEqual(["ämber", "Bay", "Zone 9", "Zone 10", "نور"]);
  expect(inLocale("en-XB", sorted)[0]).toBe("نور");
});

it("formatPhone keeps the order of groups within right-to-left text", () => {
  expect(formatPhone("+971501234567")).toBe("+971 50 123 4567");
  const formatted = inLocale("en-XB", () => formatPhone("+971501234567"));
  expect(formatted).toBe("\u2066+971 50 123 4567\u2069");
  expect(normalizePhone(formatted)).toBe("+971501234567");
});

describe("bidiIsolate", () => {
  const arabic = "ليلى حداد";

  it("isolates text of the other direction", () => {
    expect(bidiIsolate("Layla Haddad")).toBe("Layla Haddad");
    expect(bidiIsolate(arabic)).toBe(`\u2068${arabic}\u2069`);
    expect(bidiIsolate(`Layla ${arabic}`)).toBe(`\u2068Layla ${arabic}\u2069`);
    inLocale("en-XB", () => {
      expect(bidiIsolate("Layla Haddad")).toBe("\u2068Layla Haddad\u2069");
      expect(bidiIsolate(arabic)).toBe(arabic);
    });
  });

  it("does not isolate text that is already isolated", () => {
    expect(bidiIsolate(bidiIsolate(arabic))).toBe(bidiIsolate(arabic));
  });

  it("isolates each line separately", () => {
    expect(bidiIsolate(`12, 3rd floor\n${arabic}`)).toBe(`12, 3rd floor\n\u2068${arabic}\u2069`);
  });
});

describe("listPageLanguages", () => {
  it("lists English and the offered languages without the pseudo-language", () => {
    expect(listPageLanguages(["ar", "en-XB"])).toEqual(["en", "ar"]);
    expect(listPageLanguages(["en-XB"])).toEqual([]);
    expect(listPageLanguages([])).toEqual([]);
  });
});

describe("paths", () => {
  const offered = ["ar", "en-XB"] as const;

  it.each([
    ["/", "en", "/"],
    ["/services", "en", "/services"],
    ["/en-XB", "en-XB", "/"],
    ["/en-XB/", "en-XB", "/"],
    ["/en-XB/services/hvac", "en-XB", "/services/hvac"],
    ["/en-XBox", "en", "/en-XBox"],
    ["/ar/services", "ar", "/services"],
    ["/area", "en", "/area"],
    ["/services/en-XB", "en", "/services/en-XB"],
  ])("splitPath splits %s into locale %s and path %s", (address, locale, path) => {
    expect(splitPath(address, offered)).toEqual({ locale, path });
  });

  it("offers the languages that the configuration names and refuses unknown ones", () => {
    expect(offeredLocales([])).toEqual([]);
    expect(offeredLocales(["ar"])).toEqual(["ar"]);
    expect(offeredLocales("all")).toEqual(locales.filter((locale) => locale !== "en"));
    expect(() => offeredLocales(["ar", "xx"])).toThrow("LANGUAGES names xx, which is not one of ar, hi");
  });

  it.each(locales.filter((locale) => locale !== "en-XB"))(
    "writes %s in the direction of its script",
    (locale) => {
      const { script } = new Intl.Locale(locale).maximize();
      expect(languageAttributes(locale).dir).toBe(script === "Arab" ? "rtl" : "ltr");
    },
  );

  it("splitPath ignores locales that are not offered", () => {
    expect(splitPath("/en-XB/services", ["ar"])).toEqual({ locale: "en", path: "/en-XB/services" });
  });

  it("localPath adds the locale prefix and routePath removes it", () => {
    expect(localPath("/auth")).toBe("/auth");
    expect(routePath("/auth")).toBe("/auth");
    inLocale("en-XB", () => {
      expect(localPath("/")).toBe("/en-XB");
      expect(localPath("/auth")).toBe("/en-XB/auth");
      expect(routePath("/en-XB/auth")).toBe("/auth");
    });
  });
});
