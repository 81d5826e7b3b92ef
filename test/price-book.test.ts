import { describe, expect, it } from "vitest";
import { fillFromBook } from "~/features/website/content/book-text";
import { findUnknownAmounts } from "~/features/website/content/text-amounts";
import { prices, services } from "../db/seed/catalogue";
import { sampleQuotes } from "../db/seed/sample/quotes";
import { servicePages } from "../db/seed/service-pages";

/** The price book is the only source of public prices and durations. */

const textsOf = ({ faqs, steps, included, notIncluded, ...page }: (typeof servicePages)[number]) => [
  ...[page.headline, page.introduction, page.description, page.duration, page.warranty],
  ...[...included, ...notIncluded],
  ...steps.flatMap(({ title, body }) => [title, body]),
  ...faqs.flatMap(({ question, answer }) => [question, answer]),
];
const findItem = (serviceId: string, item: string) =>
  prices.find((price) => price.serviceId === serviceId && price.item === item);

/** Words without a meaning for the object of the work. */
const commonWords = new Set([
  "fitted",
  "replaced",
  "one",
  "with",
  "your",
  "the",
  "and",
  "home",
  "apartment",
  "or",
  "on",
  "of",
  "in",
]);
const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[a-z]{2,}/g) ?? [])
    .map((word) => word.replace(/s$/, ""))
    .filter((word) => !commonWords.has(word));

describe("price book", () => {
  it("gives every item a duration of its own", () => {
    expect(prices.filter(({ durationMin }) => !durationMin)).toEqual([]);
    expect(findItem("painting", "villa-3br")?.durationMin).toBe(5 * 8 * 60);
  });

  it("prices every typical job by one of its items", () => {
    const unknown = servicePages.flatMap(({ serviceId, jobs }) =>
      jobs.filter(({ priceItem }) => !findItem(serviceId, priceItem)).map(({ title }) => title),
    );
    expect(unknown).toEqual([]);
  });

  it("prices no typical job by the hour that has a fixed price", () => {
    const pricedTwice = servicePages.flatMap(({ serviceId, jobs }) => {
      const fixed = prices.filter((price) => price.serviceId === serviceId && price.mode === "fixed");
      return jobs
        .filter(({ priceItem }) => findItem(serviceId, priceItem)?.mode === "hourly")
        .flatMap(({ title }) =>
          fixed
            .filter(({ name }) => wordsOf(name).some((word) => wordsOf(title).includes(word)))
            .map(({ name }) => `${title}: ${name}`),
        );
    });
    expect(pricedTwice).toEqual([]);
  });

  it("finds no literal amount in the seeded texts", () => {
    const literal = servicePages.flatMap(textsOf).filter((text) => /AED\s?\d|\d\s?AED|dirham/i.test(text));
    expect(literal).toEqual([]);
  });

  it("fills in every reference of the seeded texts", () => {
    const book = prices.map((price) => ({
      ...price,
      fils: price.priceFils,
      nextFils: "nextHourFils" in price ? price.nextHourFils : null,
    }));
    for (const text of servicePages.flatMap(textsOf)) {
      const filled = fillFromBook(text, book);
      expect(filled).not.toMatch(/[{}]/);
      expect(filled).not.toContain("assessed on site");
    }
  });

  it("agrees with the sample quotes on hourly rates", () => {
    const rates = prices.flatMap(({ mode, priceFils }) => (mode === "hourly" ? [priceFils / 100] : []));
    const quoted = sampleQuotes.flatMap(({ lines }) =>
      lines.flatMap((line) => (typeof line !== "string" && line[2] === "h" ? [line[3]] : [])),
    );
    expect(quoted.filter((rate) => !rates.includes(rate))).toEqual([]);
  });

  it("names one headline item for each service", () => {
    for (const { id } of services) {
      expect(
        prices.filter(({ serviceId, ...price }) => serviceId === id && "isHeadline" in price),
      ).toHaveLength(1);
    }
  });
});

describe("findUnknownAmounts", () => {
  const book = [
    { fils: 250_00, nextFils: null },
    { fils: 1_500_00, nextFils: 150_00 },
    { fils: null, nextFils: null },
  ];

  it.each([
    ["A drain costs AED 250, then AED 150 an hour.", []],
    ["From 1,500 AED or Dhs 1500.", []],
    ["{plumbing/drain} for 3 taps of 300 mm at 250 V", []],
    ["A drain costs AED 300. AED 300!", [300_00]],
    ["Now 99.50 dirhams", [99_50]],
    ["AED ١٬٥٠٠ and AED ٣٠٠", [300_00]],
    ["٣٠٠ درهم", [300_00]],
    ["AED300 or 310AED, but not /b?key=xAeD931_931dh7", [300_00, 310_00]],
  ])("finds amounts in %j that no item costs: %j", (text, expected) => {
    expect(findUnknownAmounts(text, book)).toEqual(expected);
  });
});

describe("fillFromBook", () => {
  const book = [
    { serviceId: "plumbing", item: "drain", fils: 250_00, nextFils: null, durationMin: 60 },
    { serviceId: "plumbing", item: "call-out", fils: 180_00, nextFils: 150_00, durationMin: 60 },
    { serviceId: "painting", item: "villa", fils: 4_800_00, nextFils: null, durationMin: 2_400 },
  ];
  const plain = (text: string) => text.replaceAll("\u00a0", " ");

  it("fills in price and duration of an item", () => {
    expect(plain(fillFromBook("{plumbing/drain} a drain, {plumbing/drain:time}", book))).toBe(
      "AED 250 a drain, 1 hour",
    );
    expect(fillFromBook("{painting/villa:time}", book)).toBe("5 days");
    expect(plain(fillFromBook("{plumbing/call-out}, then {plumbing/call-out:next}", book))).toBe(
      "AED 180, then AED 150",
    );
  });

  it("states no figure for an item that left the price book", () => {
    expect(fillFromBook("{plumbing/tank}", book)).toBe("To be assessed on site");
  });
});
