import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPhone, openPage, type Phone } from "../../../../../test/harness/programs/phone";
import type { OwnVisits } from "../views";
import type { Tap } from "./phone-store";

let phone: Phone;
beforeEach(async () => {
  phone = await createPhone();
});
afterEach(async () => {
  await phone.close();
  vi.unstubAllGlobals();
});

const tap = (key: string): Omit<Tap, "seq"> => ({
  key,
  userId: "user-omar",
  visitId: "visit-1",
  reference: "BK-2026-000001",
  customerName: "Layla Haddad",
  move: "depart",
  version: 2,
  tappedAt: "2026-03-02T06:00:00.000Z",
  reason: "",
  note: "",
  photos: [],
  signature: null,
  refused: null,
});
const user = { id: "user-omar", name: "Omar Saleh", email: "omar@example.com", role: "technician" } as const;

/** Opens the phone's database as a build of that version does. */
function openAs(version: number, upgrade: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("technician", version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another page stands in the way"));
  });
}

test("lists taps in the order of tapping despite changes and removals", async () => {
  const store = await openPage();
  for (const key of ["a", "b", "c"]) await store.addTap(tap(key), null);
  const [first, second] = await store.listTaps();
  await store.saveTap({ ...first!, refused: "No" });
  await store.removeTap(second!);
  await store.addTap(tap("d"), null);
  const { listTaps } = await openPage();
  expect((await listTaps()).map(({ key, refused }) => [key, refused])).toEqual([
    ["a", "No"],
    ["c", null],
    ["d", null],
  ]);
});

test("signing out removes addresses and keeps unsent taps and drafts", async () => {
  const store = await openPage();
  await store.saveStored("user", user);
  await store.addTap(tap("a"), null);
  const draft = { userId: user.id, visitId: "visit-1", move: "finishWork", part: "words" } as const;
  await store.saveDraftPart({ ...draft, at: "", reason: "", note: "Kept", signedBy: "" });
  expect(await (await openPage()).findStored("user")).toEqual(user);
  await store.clearStoredVisits();
  expect(await store.findStored("user")).toBeNull();
  expect(await store.listTaps()).toHaveLength(1);
  expect(await store.listDraftParts()).toMatchObject([{ note: "Kept" }]);
});

test("keeps data of older builds after an upgrade", async () => {
  const older = await openAs(1, (database) => {
    database.createObjectStore("taps", { keyPath: "seq", autoIncrement: true });
    database.createObjectStore("kept");
  });
  older.transaction("taps", "readwrite").objectStore("taps").add(tap("from the older build"));
  older.close();
  const { listTaps, listDraftParts } = await openPage();
  expect(await listTaps()).toMatchObject([{ key: "from the older build" }]);
  expect(await listDraftParts()).toEqual([]);
});

test("does not block the upgrade of a newer build in another tab", async () => {
  const store = await openPage();
  await store.addTap(tap("a"), null);
  const newer = await openAs(3, () => {});
  newer.close();
  // Later writes of the old page fail instead of being lost.
  await expect(store.addTap(tap("b"), null)).rejects.toThrow();
});

test("retries after a failed open", async () => {
  const store = await openPage();
  const working = indexedDB;
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("Not now", "UnknownError");
    },
  });
  await expect(store.listTaps()).rejects.toThrow("Not now");
  vi.stubGlobal("indexedDB", working);
  await store.addTap(tap("a"), null);
  expect(await store.listTaps()).toMatchObject([{ key: "a" }]);
});

test("reads the crew from lists that earlier builds stored under other names", async () => {
  const { upgradeStoredList } = await openPage();
  const [mates, at] = [
    [{ name: "Ahmed Khan", phone: "+971501234567", isLead: true }],
    "2026-03-02T06:00:00.000Z",
  ];
  for (const name of ["alongside", "crewMates", "otherCrew"]) {
    expect(
      upgradeStoredList({ visits: [{ id: "visit-1", [name]: mates }], at } as unknown as OwnVisits),
    ).toEqual({
      visits: [{ id: "visit-1", otherCrew: mates }],
      at,
    });
  }
});
