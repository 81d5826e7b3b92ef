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

  it("creates URL-safe keys of 32 characters", () => {
    expect(signedKey(SECRET, "booking", randomUUID())).toMatch(/^[\w-]{32}$/);
  });

  it("creates keys that end in a letter or digit, because mail clients cut other endings off", () => {
    const ids = Array.from({ length: 500 }, () => randomUUID());
    for (const id of ids) {
      expect(signedKey(SECRET, "booking", id)).toMatch(/[A-Za-z0-9]$/);
      expect(expiringSignedKey(SECRET, "quote", id, new Date())).toMatch(/[A-Za-z0-9]$/);
    }
  });

  it("accepts keys of earlier emails that end in - or _", () => {
    const id = Array.from({ length: 500 }, () => randomUUID()).find((id) =>
      signedKey(SECRET, "booking", id).endsWith("0"),
    )!;
    const key = signedKey(SECRET, "booking", id).slice(0, -1);
    expect(isSignedKey(SECRET, "booking", id, `${key}-`)).toBe(true);
    expect(isSignedKey(SECRET, "booking", id, `${key}1`)).toBe(false);
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
