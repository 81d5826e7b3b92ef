import { describe, expect, it } from "vitest";
import type { EntitlementBalance } from "../../core/packages/contract";
import { labelForBalance } from "./labels";

const balance = (changes: Partial<EntitlementBalance>) =>
  labelForBalance({ kind: "call-out", total: 5, used: 0, planned: 0, ...changes } as EntitlementBalance);

describe("labelForBalance", () => {
  it("shows planned visits without “0 left”", () => {
    expect(balance({ kind: "ac-visit", total: 4, planned: 4 })).toBe("4 planned · 0 used");
    expect(balance({ kind: "ac-visit", total: 4, planned: 2, used: 2 })).toBe("2 planned · 2 used");
  });

  it("shows what is left of entitlements that are not planned", () => {
    expect(balance({ used: 2 })).toBe("2 used · 3 left");
    expect(balance({ used: 5 })).toBe("5 used · 0 left");
    expect(balance({ total: null, used: 2 })).toBe("2 used · no limit");
  });
});
