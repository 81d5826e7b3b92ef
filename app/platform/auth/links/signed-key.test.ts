import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedKey, signedKey } from "./signed-key.server";

const SECRET = "a secret of at least 32 characters";

describe("a signed key", () => {
  it("opens its own record and no other, and none under another secret", () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const key = signedKey(SECRET, "booking", mine);
    expect(isSignedKey(SECRET, "booking", mine, key)).toBe(true);
    expect(isSignedKey(SECRET, "booking", other, key)).toBe(false);
    expect(isSignedKey(`${SECRET}!`, "booking", mine, key)).toBe(false);
  });

  it("can stand in a link as it is, and is too long to be guessed", () => {
    expect(signedKey(SECRET, "booking", randomUUID())).toMatch(/^[\w-]{32}$/);
  });

  it("is refused in any other form", () => {
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
