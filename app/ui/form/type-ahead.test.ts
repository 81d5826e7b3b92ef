import { describe, expect, it } from "vitest";
import { createTypeAhead } from "./type-ahead";

const services = ["HVAC", "Electrical", "Plumbing", "Painting", "Handyman", "All Services"];

describe("what is typed", () => {
  it("finds the entry that begins with it", () => {
    const find = createTypeAhead();
    expect(find("p", services, -1, 0)).toBe(2);
    expect(find("a", services, 2, 300)).toBe(3);
    expect(find("i", services, 3, 600)).toBe(3);
  });

  it("starts over after a second", () => {
    const find = createTypeAhead();
    expect(find("p", services, -1, 0)).toBe(2);
    expect(find("a", services, 2, 1_000)).toBe(5);
  });

  it("goes on to the next entry with the same letter, and round", () => {
    const find = createTypeAhead();
    expect(find("h", services, -1, 0)).toBe(0);
    expect(find("h", services, 0, 100)).toBe(4);
    expect(find("h", services, 4, 200)).toBe(0);
  });

  it("finds nothing where nothing begins so", () => {
    expect(createTypeAhead()("z", services, 1, 0)).toBe(-1);
  });
});
