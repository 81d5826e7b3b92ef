import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SlotPicker } from "./slot-picker";
import { findNextFreeDay } from "./time-fields";

const slots = [
  { time: "08:00", free: 0 },
  { time: "09:00", free: 2 },
  { time: "13:00", free: 0 },
  { time: "17:00", free: 1 },
];
const timesIn = (html: string) => [...html.matchAll(/value="(\d\d:\d\d)"/g)].map(([, time]) => time);

describe("findNextFreeDay", () => {
  const day = (date: string, free: number, holiday: string | null = null) => ({
    ...{
      date,
      holiday,
      slots: [
        { time: "08:00", free: 0 },
        { time: "09:00", free },
      ],
    },
  });
  const days = [
    day("2026-11-30", 1),
    day("2026-12-01", 0),
    day("2026-12-02", 0, "National Day"),
    day("2026-12-03", 2),
  ];

  it("skips full days and public holidays, also beyond the week that is shown", () => {
    expect(findNextFreeDay(days, "2026-12-01")).toBe("2026-12-03");
    expect(findNextFreeDay(days, "2026-12-02")).toBe("2026-12-03");
    const distant = [...days.slice(0, 3), day("2026-12-20", 1)];
    expect(findNextFreeDay(distant, "2026-12-01")).toBe("2026-12-20");
  });

  it("finds none for a free or unknown day, and after the last free day", () => {
    expect(findNextFreeDay(days, "2026-11-30")).toBeUndefined();
    expect(findNextFreeDay(days, "2027-01-01")).toBeUndefined();
    expect(findNextFreeDay(undefined, "2026-12-01")).toBeUndefined();
    expect(findNextFreeDay(days.slice(0, 2), "2026-12-01")).toBeUndefined();
  });
});

describe("SlotPicker", () => {
  it("orders times by part of day", () => {
    const html = renderToStaticMarkup(<SlotPicker name="time" slots={slots} />);
    expect(timesIn(html)).toEqual(["08:00", "09:00", "13:00", "17:00"]);
  });

  it("puts free times first when a visit is moved", () => {
    const html = renderToStaticMarkup(<SlotPicker name="time" slots={slots} freeFirst />);
    expect(timesIn(html)).toEqual(["09:00", "17:00", "08:00", "13:00"]);
    expect(html).toContain('aria-label="Unavailable"');
    expect(html).not.toContain('aria-label="Afternoon"');
  });

  it("names the public holiday as the reason", () => {
    const closed = slots.map(({ time }) => ({ time, free: 0 }));
    const picked = renderToStaticMarkup(<SlotPicker name="time" slots={closed} holiday="National Day" />);
    expect(picked.match(/Public holiday/g)).toHaveLength(closed.length);
    expect(picked).not.toContain("Unavailable");
    const moved = renderToStaticMarkup(
      <SlotPicker name="time" slots={closed} holiday="National Day" freeFirst />,
    );
    expect(moved).toMatch(/aria-label="Public holiday: .?National Day.?"/);
  });
});
