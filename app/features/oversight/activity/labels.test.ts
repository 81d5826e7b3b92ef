import { randomUUID } from "node:crypto";
import { matchRoutes, type RouteObject } from "react-router";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import routes from "../../../routes";
import { pageOf } from "./admin/entry-labels";
import { recordKinds } from "./labels";
import { describeRecords } from "./records.server";
import type { TrailEntry } from "./views";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterAll(() => caller.close());

it("reads existing tables and columns for every record kind", async () => {
  const records = recordKinds.map((kind) => ({ kind, id: randomUUID() }));
  const describe = await describeRecords(caller.ctx(), records);
  for (const record of records)
    expect(describe(record)).toMatchObject({ ...record, exists: false, name: null });
});

it("names services, prices and packages in the reader's language", async () => {
  const { id: priceId } = await caller.db
    .selectFrom("prices")
    .select("id")
    .where("serviceId", "=", "plumbing")
    .executeTakeFirstOrThrow();
  const records = [
    { kind: "service", id: "plumbing" },
    { kind: "price", id: priceId },
    { kind: "package", id: "essential" },
  ];
  await caller.db.updateTable("services").set({ nameAr: "السباكة" }).where("id", "=", "plumbing").execute();
  await caller.db.updateTable("packages").set({ nameAr: "الأساسية" }).where("id", "=", "essential").execute();
  const describe = await inLocale("ar", () => describeRecords(caller.ctx(), records));
  expect(records.map((record) => describe(record).name)).toEqual(["السباكة", "السباكة", "الأساسية"]);
});

it("links existing and deleted records to existing pages", () => {
  const entry = (kind: string, exists: boolean) =>
    ({ record: { kind, id: randomUUID(), exists } }) as TrailEntry;
  for (const kind of recordKinds) {
    for (const page of [pageOf(entry(kind, true)), pageOf(entry(kind, false))]) {
      if (page === null) continue;
      const matched = matchRoutes(routes as RouteObject[], page)?.at(-1);
      expect(matched?.route.path, `${kind}: ${page}`).not.toBe("*");
    }
  }
  // A kind without pages of its own links to the list.
  expect(pageOf(entry("key", true))).toBe("/admin/api");
  expect(pageOf(entry("booking", false))).toBeNull();
});
