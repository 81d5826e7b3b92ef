import { describe, expect, it } from "vitest";
import { capacityOf, shareOf, takenMin, tradeOf, wholeCapacity } from "./capacity";

const plumber = { skills: ["plumbing"], bookedMin: 120, shiftMin: 600 };
const both = { skills: ["hvac", "plumbing"], bookedMin: 540, shiftMin: 600 };
const off = { skills: ["hvac"], bookedMin: 0, shiftMin: 0 };
const work = [
  { trade: "plumbing", minutes: 180 },
  { trade: "hvac", minutes: 480 },
];

describe("capacity", () => {
  it("of a trade is what those who are trained for it work, and of that what is booked and left", () => {
    expect(capacityOf([plumber, both, off], work)).toEqual([
      { trade: "hvac", bookedMin: 480, shiftMin: 600, freeMin: 60 },
      { trade: "plumbing", bookedMin: 180, shiftMin: 1200, freeMin: 540 },
    ]);
  });

  it("of all counts each person once", () => {
    expect(wholeCapacity([plumber, both, off])).toEqual({ bookedMin: 660, shiftMin: 1200, freeMin: 540 });
  });

  it("is not negative where somebody has more than a shift holds, and tells what nobody is trained for", () => {
    const over = { skills: ["hvac"], bookedMin: 700, shiftMin: 600 };
    expect(capacityOf([over], [{ trade: "tiling", minutes: 60 }])).toEqual([
      { trade: "hvac", bookedMin: 0, shiftMin: 600, freeMin: 0 },
      { trade: "tiling", bookedMin: 60, shiftMin: 0, freeMin: 0 },
    ]);
  });

  it("is taken by other trades, too, and by what is booked beside any shift", () => {
    expect(takenMin({ bookedMin: 60, shiftMin: 600, freeMin: 150 })).toBe(450);
    expect(takenMin({ bookedMin: 60, shiftMin: 0, freeMin: 0 })).toBe(60);
  });

  it("is used up where nobody is on shift", () => {
    expect(shareOf({ shiftMin: 0, freeMin: 0 })).toBe(1);
    expect(shareOf({ shiftMin: 600, freeMin: 150 })).toBe(0.75);
  });

  it("counts an emergency for the trade that it needs", () => {
    expect(tradeOf({ serviceId: "emergency", skills: ["plumbing"] })).toBe("plumbing");
    expect(tradeOf({ serviceId: "hvac", skills: ["carpentry", "hvac"] })).toBe("hvac");
    expect(tradeOf({ serviceId: "emergency", skills: [] })).toBe("emergency");
  });
});
