import { describe, expect, it } from "vitest";
import { createTypeAhead } from "./type-ahead";

const services = ["HVAC", "Electrical", "Plumbing", "Painting", "Handyman", "All Services"];

describe("createTypeAhead", () => {
  it("returns the entry that starts with the typed text", () => {
    const find = createTypeAhead();
    expect(find("p", services, -1, 0)).toBe(2);
    expect(find("a", services, 2, 300)).toBe(3);
    expect(find("i", services, 3, 600)).toBe(3);
  });

  it("starts a new search after one second without a key", () => {
    const find = createTypeAhead();
    expect(find("p", services, -1, 0)).toBe(2);
    expect(find("a", services, 2, 1_000)).toBe(5);
  });

  it("moves to the next entry with a repeated letter and wraps around", () => {
    const find = createTypeAhead();
    expect(find("h", services, -1, 0)).toBe(0);
    expect(find("h", services, 0, 100)).toBe(4);
    expect(find("h", services, 4, 200)).toBe(0);
  });

  it("returns -1 without a matching entry", () => {
    expect(createTypeAhead()("z", services, 1, 0)).toBe(-1);
  });
});
