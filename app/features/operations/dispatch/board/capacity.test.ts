import { describe, expect, it } from "vitest";
import { capacityOf, shareOf, totalCapacity, tradeOf, unavailableMin } from "./capacity";

const plumber = { skills: ["plumbing"], bookedMin: 120, shiftMin: 600 };
const both = { skills: ["hvac", "plumbing"], bookedMin: 540, shiftMin: 600 };
const off = { skills: ["hvac"], bookedMin: 0, shiftMin: 0 };
const work = [
  { trade: "plumbing", minutes: 180 },
  { trade: "hvac", minutes: 480 },
];

describe("capacity", () => {
  it("returns booked, shift and free minutes per trade", () => {
    expect(capacityOf([plumber, both, off], work)).toEqual([
      { trade: "hvac", bookedMin: 480, shiftMin: 600, freeMin: 60 },
      { trade: "plumbing", bookedMin: 180, shiftMin: 1200, freeMin: 540 },
    ]);
  });

  it("counts each technician once in the total", () => {
    expect(totalCapacity([plumber, both, off])).toEqual({ bookedMin: 660, shiftMin: 1200, freeMin: 540 });
  });

  it("clamps overbooked days to zero and includes trades without a trained technician", () => {
    const over = { skills: ["hvac"], bookedMin: 700, shiftMin: 600 };
    expect(capacityOf([over], [{ trade: "tiling", minutes: 60 }])).toEqual([
      { trade: "hvac", bookedMin: 0, shiftMin: 600, freeMin: 0 },
      { trade: "tiling", bookedMin: 60, shiftMin: 0, freeMin: 0 },
    ]);
  });

  it("includes bookings of other trades and off shift in the used minutes", () => {
    expect(unavailableMin({ bookedMin: 60, shiftMin: 600, freeMin: 150 })).toBe(450);
    expect(unavailableMin({ bookedMin: 60, shiftMin: 0, freeMin: 0 })).toBe(60);
  });

  it("returns a full share without a shift", () => {
    expect(shareOf({ shiftMin: 0, freeMin: 0 })).toBe(1);
    expect(shareOf({ shiftMin: 600, freeMin: 150 })).toBe(0.75);
  });

  it("counts an emergency for the trade that it needs", () => {
    expect(tradeOf({ serviceId: "emergency", skills: ["plumbing"] })).toBe("plumbing");
    expect(tradeOf({ serviceId: "hvac", skills: ["carpentry", "hvac"] })).toBe("hvac");
    expect(tradeOf({ serviceId: "emergency", skills: [] })).toBe("emergency");
  });
});
