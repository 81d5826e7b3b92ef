import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedKey, signedKey } from "./signed-key.server";

const SECRET = "a secret of at least 32 characters";

describe("signedKey", () => {
  it("is valid for its own record and secret only", () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const key = signedKey(SECRET, "booking", mine);
    expect(isSignedKey(SECRET, "booking", mine, key)).toBe(true);
    expect(isSignedKey(SECRET, "booking", other, key)).toBe(false);
    expect(isSignedKey(`${SECRET}!`, "booking", mine, key)).toBe(false);
  });

  it("is URL-safe and 32 characters long", () => {
    expect(signedKey(SECRET, "booking", randomUUID())).toMatch(/^[\w-]{32}$/);
  });

  it("is invalid in any other form", () => {
    const id = randomUUID();
    const key = signedKey(SECRET, "booking", id);
    for (const wrong of [
      "",
      key.slice(1),
      `${key}a`,
      `${key} `,
      key.toUpperCase(),
      "é".repeat(16),
      "\0".repeat(32),
    ]) {
      expect(isSignedKey(SECRET, "booking", id, wrong)).toBe(false);
    }
  });
});
