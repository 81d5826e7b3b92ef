import { describe, expect, it } from "vitest";
import { normalizePath } from "./normalize-path";

describe("normalizePath", () => {
  it.each([
    ["/", "/"],
    ["/services/hvac", "/services/hvac"],
    ["/services/%68vac", "/services/hvac"],
    ["/services/_.data", "/services/_.data"],
    ["/%D8%A7", "/%D8%A7"],
    ["/%d8%a7", "/%D8%A7"],
    ["/a%2fb", "/a%2Fb"],
    ["/a%252fb", "/a%252fb"],
    ["/a+b:c@d", "/a%2Bb%3Ac%40d"],
  ])("normalizes %s to %s", (path, plain) => {
    expect(normalizePath(path)).toBe(plain);
    expect(normalizePath(plain)).toBe(plain);
  });

  it.each([
    "/a%00b",
    "/x%0d%0aA:b",
    "/%09",
    "/%7f",
    "/%c2%85",
    "/%2e%2e%5Cdashboard",
    "/a\\b",
    "/%",
    "/%zz",
    "/%ff",
    "/%ed%a0%80",
  ])("rejects the path %s", (path) => {
    expect(normalizePath(path)).toBeNull();
  });
});
