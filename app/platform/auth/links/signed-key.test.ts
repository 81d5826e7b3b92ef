import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expiringSignedKey, isSignedKey, signedKey } from "./signed-key.server";

const SECRET = "a secret of at least 32 characters";

describe("signedKey", () => {
  it("accepts a key only for its own record and secret", () => {
    const [id, otherId] = [randomUUID(), randomUUID()];
    const key = signedKey(SECRET, "booking", id);
    expect(isSignedKey(SECRET, "booking", id, key)).toBe(true);
    expect(isSignedKey(SECRET, "booking", otherId, key)).toBe(false);
    expect(isSignedKey(`${SECRET}!`, "booking", id, key)).toBe(false);
  });

  it("creates keys of 32 letters and digits, because mail clients cut or break links at other characters", () => {
    const ids = Array.from({ length: 500 }, () => randomUUID());
    for (const id of ids) {
      expect(signedKey(SECRET, "booking", id)).toMatch(/^[A-Za-z0-9]{32}$/);
      expect(expiringSignedKey(SECRET, "quote", id, new Date())).toMatch(/^[a-z0-9]+\.[A-Za-z0-9]{32}$/);
    }
  });

  it("accepts keys of earlier emails that contain - or _", () => {
    const id = Array.from({ length: 500 }, () => randomUUID()).find((id) =>
      signedKey(SECRET, "booking", id).endsWith("0"),
    )!;
    const key = signedKey(SECRET, "booking", id);
    for (const [sign, accepted] of [
      ["-", true],
      ["_", true],
      ["1", false],
    ] as const) {
      expect(isSignedKey(SECRET, "booking", id, key.replace(/0$/, sign))).toBe(accepted);
      expect(isSignedKey(SECRET, "booking", id, key.replace("0", sign))).toBe(accepted);
    }
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
