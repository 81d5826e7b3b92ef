import { afterAll, beforeAll, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { listSitePages } from "~/site/seo/site-pages.server";
import { seedSampleContent } from "../db/seed/content.server";
import { business } from "../db/seed/sample/business";
import { casesForRun, seedOfRun } from "./faults/rounds";
import { type Caller, createCaller } from "./harness/company/booking-caller";
import { createRealPages } from "./harness/real-pages";

/* The public pages of the site map in Arabic, with the seeded content: a random part in a short run. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller(
    { LANGUAGES: "ar" },
    { pages: await createRealPages("/ar"), buildDir: "public" },
  );
  await seedSampleContent(caller.ctx());
  await caller.db
    .updateTable("settings")
    .set({ value: JSON.stringify(business) })
    .where("name", "=", "business")
    .execute();
});
afterAll(() => caller.close());

/** Visible text, descriptions and structured data. */
function textOf(html: string): string {
  return html
    .replace(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>|<style.*?<\/style>/gs, "|")
    .replace(/<meta name="viewport"[^>]*>/g, "|")
    .replace(/<meta[^>]* content="([^"]*)"[^>]*>/g, "| $1 |")
    .replace(/ (?:aria-label|alt|title|placeholder)="([^"]*)"/g, "> $1 <a")
    .replace(/<[^>]*>/g, "|")
    .replace(/&#x27;|&#39;/g, "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\\u[0-9a-f]{4}/g, " ")
    .replaceAll(/https?:\/\/[^\s"|]+/g, "|");
}

/** Runs of at least three words in Latin letters. */
function findEnglish(text: string): string[] {
  return text.match(/[A-Za-z][A-Za-z'’]+(?:[ ,.:-]+[A-Za-z][A-Za-z'’]+){2,}/g) ?? [];
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

async function listEnglishNames(): Promise<string[]> {
  const services = await caller.db.selectFrom("services").select("name").execute();
  const prices = await caller.db.selectFrom("prices").select("name").execute();
  const packages = await caller.db.selectFrom("packages").select("name").execute();
  return [...new Set([...services, ...packages, ...prices].map(({ name }) => name))];
}

it("leaves no run of three English words and no English name on public pages", async () => {
  const names = await listEnglishNames();
  expect(names.length).toBeGreaterThan(30);
  const found: string[] = [];
  const pages = await listSitePages(caller.ctx());
  for (const { path } of casesForRun(pages, createRandom(seedOfRun()), Math.ceil(pages.length / 3))) {
    const address = path === "/" ? "/ar" : `/ar${path}`;
    const answer = await caller.http.request(address);
    expect(answer.status, address).toBe(200);
    const text = textOf(await answer.text());
    const shown = names.filter((name) => new RegExp(`(?<![A-Za-z])${literal(name)}(?![A-Za-z])`).test(text));
    found.push(...[...findEnglish(text), ...shown].map((run) => `${address}: ${run.slice(0, 80)}`));
  }
  expect([...new Set(found)]).toEqual([]);
});

it("finds an English text among Arabic ones", async () => {
  await caller.db
    .updateTable("servicePages")
    .set({ headlineAr: null, version: 2 })
    .where("serviceId", "=", "hvac")
    .execute();
  const text = textOf(await (await caller.http.request("/ar/services/hvac")).text());
  expect(text).toContain("وحدات سبليت");
  expect(findEnglish(text)).toContain("Cold air again, the same day");
});
