import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listBookableItems } from "~/features/core/catalogue/queries.server";
import { addSurcharge, type PriceBookItem } from "~/features/core/pricing/booking-price";
import { labelForWorkTime } from "~/features/core/pricing/work-time-text";
import { findUnknownAmounts } from "~/features/website/content/text-amounts";
import { listSitePages } from "~/site/seo/site-pages.server";
import { type Caller, createCaller, TODAY } from "./harness/company/booking-caller";
import { createRealPages } from "./harness/real-pages";

/*
 * Figures of every public page, with a price book that differs from the seeded one in every price and duration:
 * a figure that a page states itself is then unknown.
 */

let caller: Caller;
let texts: Map<string, string>;
let book: PriceBookItem[];
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, next_hour_fils, duration_min,
      is_headline, position, effective_from)
    SELECT service_id, item, name, mode, unit, nullif(price_fils, 0) + 7_00, next_hour_fils + 3_00,
      CASE WHEN duration_min < 480 THEN duration_min + 7 ELSE duration_min + 3_360 END, is_headline, position,
      ${TODAY} FROM prices WHERE price_fils > 0 OR price_fils IS NULL`.execute(caller.db);
  await sql`INSERT INTO package_prices (package_id, property_type, price_fils, effective_from)
    SELECT package_id, property_type, price_fils + 7_00, ${TODAY} FROM package_prices`.execute(caller.db);
  book = await listBookableItems(caller.ctx());
  const pages = (await listSitePages(caller.ctx())).map(({ path }) => path);
  const paths = [...pages, "/privacy-policy", "/terms-of-service", "/robots.txt", "/sitemap.xml"];
  texts = new Map();
  for (const path of new Set(paths)) texts.set(path, await textOf(path));
});
afterAll(() => caller.close());

/** Text, metadata and structured data of a page. */
async function textOf(path: string): Promise<string> {
  const answer = await caller.http.request(path);
  expect(answer.status, path).toBe(200);
  return (await answer.text())
    .replace(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>|<style.*?<\/style>/gs, " ")
    .replace(/<meta[^>]* content="([^"]*)"[^>]*>/g, " $1 ")
    .replace(/<[^>]*>/g, " ")
    .replace(/"(?:price|minPrice)":"([\d.]+)"/g, " AED $1 ")
    .replaceAll(/&nbsp;|&#160;|\u00a0/g, " ")
    .replace(/\s+/g, " ");
}

const DURATION = /\b(?:\d+|an?|one|two|half an?)[ -](?:minute|hour|day|week|month)s?\b/gi;
const durationsIn = (text: string) => [...text.matchAll(DURATION)].map(([found]) => found.toLowerCase());

describe("public pages", () => {
  it("state no price that is not in the price book", async () => {
    const packages = await caller.db.selectFrom("packagePrices").select("priceFils as fils").execute();
    const parts = await caller.db.selectFrom("packages").select("partsIncludedFils as fils").execute();
    const jobs = await caller.db
      .selectFrom("serviceJobs")
      .select(["serviceId", "priceItem", "quantity"])
      .execute();
    const emergencies = book.map((item) => ({ ...item, ...addSurcharge(item, "emergency-uplift") }));
    const ofJobs = jobs.flatMap(({ serviceId, priceItem, quantity }) =>
      [...book, ...emergencies]
        .filter((item) => item.serviceId === serviceId && item.item === priceItem)
        .map(({ fils, nextFils }) => ({
          fils: fils! + (quantity - 1) * (nextFils ?? fils!),
          nextFils: null,
        })),
    );
    const known = [
      ...book,
      ...emergencies,
      ...ofJobs,
      ...[...packages, ...parts].map(({ fils }) => ({ fils, nextFils: null })),
    ];
    const unknown = [...texts].flatMap(([path, text]) =>
      findUnknownAmounts(text, known).map((fils) => `${path}: ${fils / 100}`),
    );
    expect(unknown).toEqual([]);
  });

  it("state no duration that is neither in the price book nor a promise", () => {
    const known = new Set(
      // Typical jobs are several hours of an item.
      [
        ...book.flatMap(({ durationMin }) =>
          [1, 2, 3, 4].map((hours) => labelForWorkTime(durationMin * hours)),
        ),
        ...PROMISES,
      ].flatMap(durationsIn),
    );
    const unknown = [...texts].flatMap(([path, text]) =>
      durationsIn(text)
        .filter((duration) => !known.has(duration))
        .map((duration) => `${path}: ${duration}: ${contextOf(text, duration)}`),
    );
    expect(unknown).toEqual([]);
  });
});

function contextOf(text: string, duration: string): string {
  const at = text.toLowerCase().indexOf(duration);
  return text.slice(Math.max(0, at - 60), at + 60);
}

/** Durations other than those of price book items. Those of settings have their default. */
const PROMISES = [
  // Arrival at an emergency (`EMERGENCY_ARRIVAL_MIN`).
  ...["2 hours", "two hours", "2-hour", "two-hour"],
  // Response target and cut-off.
  "12 hours",
  // Rate of hourly work.
  "an hour",
  // Filling in the form.
  "two minutes",
  // Warranty.
  ...["90 days", "12 months"],
  // Waiting at a closed door, reminders of the end of a contract, refunds, handyman hours of a package.
  ...["15 minutes", "7 days", "14 days", "8 hours"],
  // Cookies, and how long data is kept.
  ...["30 days", "365 days", "10 minutes", "400 days", "180 days"],
  // Test of a floor's waterproofing.
  "24 hours",
  // Handyman's half day, and its typical job.
  "half a day",
];
