import { afterEach, expect, it, vi } from "vitest";
import { clearSession } from "~/platform/auth/session";
import { readRecentRecords, recordAt, storeRecent } from "./recent-records";

const ID = "0b8f3a52-6d0e-4d1c-9a57-2f1f6f0c1e01";
const of = (n: number) => `${ID.slice(0, -2)}${String(n).padStart(2, "0")}`;

function withStorage() {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}
afterEach(() => vi.unstubAllGlobals());

it("recordAt returns the record of a page", () => {
  expect(recordAt(`/admin/invoices/${ID}`)).toEqual({ kind: "invoices", id: ID });
  expect(recordAt(`/admin/contracts/${ID}`)).toEqual({ kind: "contracts", id: ID });
  expect(recordAt(`/en-XB/admin/customers/${ID}/statement`)).toEqual({ kind: "customers", id: ID });
  expect(recordAt("/admin/bookings/new")).toBeNull();
  expect(recordAt(`/admin/technicians/${ID}`)).toBeNull();
});

it("stores the last six records, newest first, without duplicates and names", () => {
  const stored = withStorage();
  for (const n of [1, 2, 3, 4, 5, 6, 7, 3]) storeRecent("mona", { kind: "quotes", id: of(n) });
  expect(readRecentRecords("mona").map(({ id }) => id)).toEqual([3, 7, 6, 5, 4, 2].map(of));
  expect(Object.keys(JSON.parse([...stored.values()][0]!).records[0])).toEqual(["kind", "id"]);
});

it("returns no records to another user or after signing out", () => {
  const stored = withStorage();
  storeRecent("mona", { kind: "bookings", id: ID });
  expect(readRecentRecords("omar")).toEqual([]);
  expect(readRecentRecords("mona")).toHaveLength(1);
  clearSession();
  expect([...stored.keys()]).toEqual([]);
});

it("returns no records without storage or with invalid stored content", () => {
  const stored = withStorage();
  stored.set("office_recent", "{");
  expect(readRecentRecords("mona")).toEqual([]);
  vi.stubGlobal("localStorage", undefined);
  storeRecent("mona", { kind: "bookings", id: ID });
  expect(readRecentRecords("mona")).toEqual([]);
});
