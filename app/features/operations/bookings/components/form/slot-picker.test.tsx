import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SlotPicker } from "./slot-picker";

const slots = [
  { time: "08:00", free: 0 },
  { time: "09:00", free: 2 },
  { time: "13:00", free: 0 },
  { time: "17:00", free: 1 },
];
const timesIn = (html: string) => [...html.matchAll(/value="(\d\d:\d\d)"/g)].map(([, time]) => time);

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
