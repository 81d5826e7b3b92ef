import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addSurcharge,
  type Chosen,
  hasFixedPrice,
  type PriceBookItem,
  priceBooking,
  surchargeFor,
  surchargeKinds,
} from "./booking-price";

const acService: PriceBookItem = {
  priceId: "p1",
  serviceId: "hvac",
  item: "service",
  name: "AC service",
  mode: "fixed",
  unit: "unit",
  fils: 250_00,
  nextFils: null,
  isHeadline: false,
  emergency: false,
  emergencySurcharge: 50,
  outOfHoursSurcharge: 25,
  durationMin: 60,
  durationKnown: true,
  bufferMin: 30,
};
const acCallOut: PriceBookItem = {
  ...acService,
  priceId: "p2",
  item: "call-out",
  name: "AC call-out",
  mode: "hourly",
  unit: "hour",
  fils: 150_00,
  nextFils: 130_00,
  isHeadline: true,
  durationMin: 90,
};
const carpentry: PriceBookItem = {
  ...acService,
  priceId: "p3",
  serviceId: "carpentry",
  item: "survey",
  name: "Carpentry",
  mode: "survey",
  unit: "",
  fils: null,
  isHeadline: true,
  bufferMin: 45,
};

/** Monday to Saturday; closed on Sundays. */
const opening = {
  week: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opensAt: "09:00", closesAt: "18:00" })),
  closedDays: ["2026-12-02"],
};
const surchargeAt = (day: string, time: string) =>
  surchargeFor(opening, { emergency: false, start: { day, time } });

describe("priceBooking", () => {
  it("creates a line per item: units, first hour and further hours", () => {
    const priced = priceBooking(
      [
        { item: acService, quantity: 3 },
        { item: acCallOut, quantity: 3 },
      ],
      null,
    );
    expect(priced).toMatchObject({
      lines: [
        { kind: "work", name: "AC service", quantity: 3, unitFils: 250_00, grossFils: 750_00 },
        { kind: "work", name: "AC call-out", quantity: 3, nextFils: 130_00, grossFils: 410_00 },
      ],
      totalFils: 1_160_00,
      minutes: 3 * 60 + 90 + 2 * 60,
      bufferMin: 30,
    });
  });

  it("leaves survey items unpriced, and the total null if there is nothing else", () => {
    const survey = { item: carpentry, quantity: 1 };
    expect(priceBooking([survey], "out-of-hours-uplift")).toMatchObject({
      lines: [{ name: "Carpentry", grossFils: null }],
      totalFils: null,
    });
    expect(priceBooking([survey, { item: acService, quantity: 1 }], null)).toMatchObject({
      totalFils: 250_00,
      bufferMin: 45,
    });
  });

  it("hasFixedPrice returns true only without hourly work and surveys", () => {
    const linesOf = (...items: PriceBookItem[]) =>
      priceBooking(
        items.map((item) => ({ item, quantity: 1 })),
        null,
      ).lines;
    expect(hasFixedPrice(linesOf(acService))).toBe(true);
    expect(hasFixedPrice(linesOf(acService, acCallOut))).toBe(false);
    expect(hasFixedPrice(linesOf(acService, carpentry))).toBe(false);
    expect(hasFixedPrice([])).toBe(false);
  });

  it("reports a known duration only if every item has its own", () => {
    const wall: PriceBookItem = { ...acService, name: "One wall", durationKnown: false };
    const minutesKnown = (...items: PriceBookItem[]) =>
      priceBooking(
        items.map((item) => ({ item, quantity: 1 })),
        null,
      ).minutesKnown;
    expect(minutesKnown(acService)).toBe(true);
    expect(minutesKnown(acService, wall)).toBe(false);
  });

  it("adds the surcharge as a separate line", () => {
    const units = [{ item: acService, quantity: 3 }];
    expect(priceBooking(units, "out-of-hours-uplift")).toMatchObject({
      lines: [
        { kind: "work", grossFils: 750_00 },
        { kind: "out-of-hours-uplift", serviceId: "hvac", percent: 25, quantity: 1, grossFils: 187_50 },
      ],
      totalFils: 937_50,
    });
    expect(priceBooking([{ item: acCallOut, quantity: 1 }], "emergency-uplift").lines.at(-1)).toMatchObject({
      kind: "emergency-uplift",
      percent: 50,
      grossFils: 75_00,
    });
  });

  it("adds a surcharge per service and omits zero ones", () => {
    const free = { ...carpentry, mode: "fixed" as const, unit: "visit", fils: 0 };
    const lines = priceBooking(
      [
        { item: acService, quantity: 1 },
        { item: { ...acService, serviceId: "handyman", fils: 120_00 }, quantity: 1 },
        { item: free, quantity: 1 },
      ],
      "out-of-hours-uplift",
    ).lines.slice(3);
    expect(lines).toMatchObject([
      { serviceId: "hvac", grossFils: 62_50 },
      { serviceId: "handyman", grossFils: 30_00 },
    ]);
  });
});

describe("surchargeFor", () => {
  it("applies outside opening hours, with the closing time excluded from them", () => {
    expect(surchargeAt("2026-11-28", "09:00")).toBeNull();
    expect(surchargeAt("2026-11-28", "17:00")).toBeNull();
    expect(surchargeAt("2026-11-28", "08:00")).toBe("out-of-hours-uplift");
    expect(surchargeAt("2026-11-28", "18:00")).toBe("out-of-hours-uplift");
  });

  it("treats closed weekdays and public holidays as closed", () => {
    expect(surchargeAt("2026-11-29", "10:00")).toBe("out-of-hours-uplift");
    expect(surchargeAt("2026-12-02", "10:00")).toBe("out-of-hours-uplift");
  });

  it("returns null without a start time or without configured hours", () => {
    expect(surchargeFor(opening, { emergency: false, start: null })).toBeNull();
    const always = { week: [], closedDays: [] };
    const start = { day: "2026-11-29", time: "03:00" };
    expect(surchargeFor(always, { emergency: false, start })).toBeNull();
  });

  it("returns only the emergency surcharge for an emergency at any time", () => {
    const start = { day: "2026-11-29", time: "03:00" };
    expect(surchargeFor(opening, { emergency: true, start })).toBe("emergency-uplift");
  });
});

const fils = fc.integer({ min: 0, max: 1_000_000_00 });
const anyItem: fc.Arbitrary<PriceBookItem> = fc
  .record({
    priceId: fc.uuid(),
    serviceId: fc.constantFrom("hvac", "plumbing", "handyman"),
    item: fc.constantFrom("one", "two", "three"),
    name: fc.constant("Any"),
    isHeadline: fc.boolean(),
    emergency: fc.boolean(),
    emergencySurcharge: fc.integer({ min: 0, max: 500 }),
    outOfHoursSurcharge: fc.integer({ min: 0, max: 500 }),
    durationMin: fc.integer({ min: 15, max: 720 }),
    durationKnown: fc.boolean(),
    bufferMin: fc.integer({ min: 0, max: 240 }),
    terms: fc.oneof(
      fc.record({
        mode: fc.constant("fixed" as const),
        unit: fc.constant("unit"),
        fils,
        nextFils: fc.constant(null),
      }),
      fc.record({ mode: fc.constant("hourly" as const), unit: fc.constant("hour"), fils, nextFils: fils }),
      fc.constant({ mode: "survey" as const, unit: "", fils: null, nextFils: null }),
    ),
  })
  .map(({ terms, ...item }) => ({ ...item, ...terms }));
const anyChosen: fc.Arbitrary<Chosen[]> = fc.array(
  fc.record({ item: anyItem, quantity: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 8 },
);
const anySurcharge = fc.constantFrom(null, ...surchargeKinds);

describe("properties of prices", () => {
  it("property: the total is the sum of the lines", () => {
    fc.assert(
      fc.property(anyChosen, anySurcharge, (chosen, surcharge) => {
        const { lines, totalFils } = priceBooking(chosen, surcharge);
        let total = 0;
        for (const { grossFils } of lines) total += grossFils ?? 0;
        expect(totalFils ?? 0).toBe(total);
        expect(totalFils === null).toBe(lines.every(({ grossFils }) => grossFils === null));
      }),
    );
  });

  it("property: the order of items changes only the order of lines", () => {
    fc.assert(
      fc.property(anyChosen, anySurcharge, (chosen, surcharge) => {
        const { lines, ...whole } = priceBooking(chosen, surcharge);
        const { lines: others, ...same } = priceBooking(chosen.toReversed(), surcharge);
        expect(same).toEqual(whole);
        const sorted = (some: typeof lines) => some.map((line) => JSON.stringify(line)).sort();
        expect(sorted(others)).toEqual(sorted(lines));
      }),
    );
  });

  it("property: a booking has at most one kind of surcharge, on the right part of the work", () => {
    fc.assert(
      fc.property(anyChosen, anySurcharge, (chosen, surcharge) => {
        const added = priceBooking(chosen, surcharge).lines.filter(({ kind }) => kind !== "work");
        expect(added.every(({ kind }) => kind === surcharge)).toBe(true);
        const work = priceBooking(chosen, null);
        for (const { serviceId, percent, grossFils } of added) {
          const base = work.lines
            .filter((line, index) => {
              const { emergencySurcharge, outOfHoursSurcharge } = chosen[index]!.item;
              const own = surcharge === "emergency-uplift" ? emergencySurcharge : outOfHoursSurcharge;
              return line.serviceId === serviceId && own === percent;
            })
            .reduce((sum, line) => sum + (line.grossFils ?? 0), 0);
          expect(Math.abs((base * percent!) / 100 - grossFils!)).toBeLessThanOrEqual(0.5);
        }
      }),
    );
  });

  it("property: a higher quantity never costs less or takes less time", () => {
    fc.assert(
      fc.property(anyChosen, anySurcharge, fc.nat(), (chosen, surcharge, pick) => {
        const index = pick % chosen.length;
        const more = chosen.map((one, surchargeAt) =>
          surchargeAt === index ? { ...one, quantity: one.quantity + 1 } : one,
        );
        const [before, after] = [priceBooking(chosen, surcharge), priceBooking(more, surcharge)];
        expect(after.totalFils ?? 0).toBeGreaterThanOrEqual(before.totalFils ?? 0);
        expect(after.minutes).toBeGreaterThan(before.minutes);
      }),
    );
  });

  it("property: one unit costs the published price, with or without surcharge", () => {
    fc.assert(
      fc.property(anyItem, anySurcharge, (item, surcharge) => {
        expect(priceBooking([{ item, quantity: 1 }], surcharge).totalFils).toBe(
          addSurcharge(item, surcharge).fils,
        );
      }),
    );
  });

  it("property: whole dirhams and whole percentages give exact amounts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.integer({ min: 0, max: 500 }),
        (dirhams, percent) => {
          const item = { ...acService, fils: dirhams * 100, outOfHoursSurcharge: percent };
          expect(priceBooking([{ item, quantity: 1 }], "out-of-hours-uplift").totalFils).toBe(
            dirhams * 100 + dirhams * percent,
          );
        },
      ),
    );
  });
});
