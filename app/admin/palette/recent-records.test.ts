import { afterEach, expect, it, vi } from "vitest";
import { clearSession } from "~/platform/auth/session";
import { keepRecent, readRecent, recordAt } from "./recent-records";

const ID = "0b8f3a52-6d0e-4d1c-9a57-2f1f6f0c1e01";
const of = (n: number) => `${ID.slice(0, -2)}${String(n).padStart(2, "0")}`;

function withStorage() {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}
afterEach(() => vi.unstubAllGlobals());

it("recognises the record of a page", () => {
  expect(recordAt(`/admin/invoices/${ID}`)).toEqual({ kind: "invoices", id: ID });
  expect(recordAt(`/admin/contracts/${ID}`)).toEqual({ kind: "contracts", id: ID });
  expect(recordAt(`/en-XB/admin/customers/${ID}/statement`)).toEqual({ kind: "customers", id: ID });
  expect(recordAt("/admin/bookings/new")).toBeNull();
  expect(recordAt(`/admin/technicians/${ID}`)).toBeNull();
});

it("stores the last six records, newest first, without duplicates and names", () => {
  const kept = withStorage();
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) keepRecent("mona", { kind: "quotes", id: of(n) });
  expect(readRecent("mona").map(({ id }) => id)).toEqual([3, 7, 6, 5, 4, 2].map(of));
  expect(Object.keys(JSON.parse([...kept.values()][0]!).records[0])).toEqual(["kind", "id"]);
});

it("is empty for another user and after signing out", () => {
  const kept = withStorage();
  keepRecent("mona", { kind: "bookings", id: ID });
  expect(readRecent("omar")).toEqual([]);
  expect(readRecent("mona")).toHaveLength(1);
  clearSession();
  expect([...kept.keys()]).toEqual([]);
});

it("is empty without storage or with foreign content in it", () => {
  const kept = withStorage();
  kept.set("office_recent", "{");
  expect(readRecent("mona")).toEqual([]);
  vi.stubGlobal("localStorage", undefined);
  keepRecent("mona", { kind: "bookings", id: ID });
  expect(readRecent("mona")).toEqual([]);
});
