import { sql } from "kysely";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listBookableItems } from "~/features/core/catalogue/queries.server";
import { addSurcharge, type PriceBookItem } from "~/features/core/pricing/booking-price";
import { priceText } from "~/features/core/pricing/price-text";
import { labelForWorkTime, shortWorkTime } from "~/features/core/pricing/work-time-text";
import { ItemFields } from "~/features/operations/bookings/components/form/item-fields";
import { findUnknownAmounts } from "~/features/website/content/text-amounts";
import { listSitePages } from "~/site/seo/site-pages.server";
import { type Caller, createCaller, NOW, TODAY, TOMORROW } from "./harness/company/booking-caller";
import { createRealPages } from "./harness/real-pages";
import { openMailbox } from "./harness/servers/mailbox";

/*
 * Figures of every public page, link preview, booking form and email, with a price book that differs from the
 * seeded one in every price and duration: a figure that a text states itself is then unknown. The book changes
 * again on the next day.
 */

let caller: Caller;
let texts: Map<string, string>;
let book: PriceBookItem[];
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  await changeBook(TODAY);
  await changeBook(TOMORROW);
});
afterAll(async () => {
  await caller.close();
  vi.useRealTimers();
});

/** Adds a price and duration to every item, different from those before, from this day on. */
async function changeBook(day: string): Promise<void> {
  await sql`INSERT INTO prices (service_id, item, name, mode, unit, price_fils, next_hour_fils, duration_min,
      is_headline, position, effective_from)
    SELECT DISTINCT ON (service_id, item) service_id, item, name, mode, unit, nullif(price_fils, 0) + 7_00,
      next_hour_fils + 3_00, CASE WHEN duration_min < 480 THEN duration_min + 7 ELSE duration_min + 3_360 END,
      is_headline, position, ${day}::date
    FROM prices WHERE price_fils > 0 OR price_fils IS NULL
    ORDER BY service_id, item, effective_from DESC`.execute(caller.db);
  await sql`INSERT INTO package_prices (package_id, property_type, price_fils, effective_from)
    SELECT DISTINCT ON (package_id, property_type) package_id, property_type, price_fils + 7_00, ${day}::date
    FROM package_prices ORDER BY package_id, property_type, effective_from DESC`.execute(caller.db);
}

/** Rows of the price book that were written for this day, read without the product. */
async function bookOf(day: string) {
  const { rows } = await sql<{
    serviceId: string;
    item: string;
    priceFils: number | null;
    nextHourFils: number | null;
    durationMin: number;
  }>`SELECT service_id, item, price_fils, next_hour_fils, duration_min FROM prices
    WHERE effective_from = ${day}::date`.execute(caller.db);
  return rows;
}

async function readTexts(): Promise<void> {
  book = await listBookableItems(caller.ctx());
  const pages = await listSitePages(caller.ctx());
  const named = ["/privacy-policy", "/terms-of-service", "/robots.txt", "/sitemap.xml"];
  texts = new Map();
  for (const path of new Set([...pages.map(({ path }) => path), ...named])) {
    texts.set(path, await textOf(path));
  }
  // The picture shows this headline.
  for (const { path, headline } of pages) texts.set(`/og${path}.png`, headline);
  for (const path of ["/api/services", "/api/price-menu"]) {
    const { body } = await caller.call("GET", path);
    // Ids contain letters and digits such as "aed4", which read like an amount.
    texts.set(path, JSON.stringify(body).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, " "));
  }
}

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

describe.each([TODAY, TOMORROW])("public pages on %s", (day) => {
  beforeAll(async () => {
    vi.setSystemTime(day === TODAY ? NOW : NOW.getTime() + 24 * 3_600_000);
    await readTexts();
  });

  it("state no price that is not in the price book", async () => {
    const packages = await caller.db
      .selectFrom("packagePrices")
      .select("priceFils as fils")
      .where("effectiveFrom", "=", day)
      .execute();
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

  it("offer every item in the booking form with the price and duration of the price book", async () => {
    const { items, services } = {
      ...(await caller.call("GET", "/api/price-menu")).body,
      ...(await caller.call("GET", "/api/services")).body,
    } as { items: PriceBookItem[]; services: { id: string; name: string; emergency: boolean }[] };
    const shown = new Map(
      services.map((service) => [
        service.id,
        plain(renderToStaticMarkup(createElement(ItemFields, { items, service, others: [] }))),
      ]),
    );
    const offered = new Set(items.filter(isInForm).map(({ serviceId, item }) => `${serviceId}/${item}`));
    const rows = (await bookOf(day)).filter(({ serviceId, item }) => offered.has(`${serviceId}/${item}`));
    expect(rows.length).toBe(offered.size);
    for (const { serviceId, item, priceFils, nextHourFils, durationMin } of rows) {
      const known = items.find((each) => each.serviceId === serviceId && each.item === item)!;
      expect(known, item).toMatchObject({ fils: priceFils, nextFils: nextHourFils, durationMin });
      const text = shown.get(serviceId)!;
      expect(text).toContain(plain(priceText({ ...known, fils: priceFils, nextFils: nextHourFils })));
      if (known.durationKnown) expect(text).toContain(shortWorkTime(durationMin));
    }
  });

  it("show the same prices as the emails about a booking", async () => {
    const mailbox = openMailbox(caller);
    const [row] = (await bookOf(day)).filter(
      ({ serviceId, item }) => `${serviceId}/${item}` === "hvac/service",
    );
    const email = `guest.of.${day}@example.com`;
    await caller.book({ email, service: "hvac", items: [{ service: "hvac", item: "service", quantity: 2 }] });
    const mails = (await mailbox.collect()).map(({ plain: text }) => plain(text));
    expect(mails.length).toBeGreaterThan(1);
    const price = { fils: row!.priceFils! * 2, nextFils: null };
    for (const text of mails) {
      expect(findUnknownAmounts(text, [price])).toEqual([]);
      expect(text).toContain(`AED ${price.fils / 100}`);
    }
  });
});

const isInForm = ({ mode, fils, emergency }: PriceBookItem) => mode !== "survey" && fils !== 0 && !emergency;
const plain = (text: string) => text.replaceAll(/<[^>]*>/g, " ").replaceAll(/&nbsp;|&#160;|\u00a0/g, " ");

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
