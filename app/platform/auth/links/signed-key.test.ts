import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSignedKey, signedKey } from "./signed-key.server";

const SECRET = "a secret of at least 32 characters";

describe("signedKey", () => {
  it("accepts a key only for its own record and secret", () => {
    const [id, otherId] = [randomUUID(), randomUUID()];
    const key = signedKey(SECRET, "booking", id);
    expect(isSignedKey(SECRET, "booking", id, key)).toBe(true);
    expect(isSignedKey(SECRET, "booking", otherId, key)).toBe(false);
    expect(isSignedKey(`${SECRET}!`, "booking", id, key)).toBe(false);
  });

  it("creates URL-safe keys of 32 characters", () => {
    expect(signedKey(SECRET, "booking", randomUUID())).toMatch(/^[\w-]{32}$/);
  });

  it("rejects malformed keys", () => {
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
