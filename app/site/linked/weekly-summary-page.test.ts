import { afterAll, beforeAll, expect, it } from "vitest";
import { sendWeeklySummaries } from "~/features/oversight/notifications/mails/weekly-summary.server";
import { type Caller, createCaller, NOW } from "../../../test/harness/company/booking-caller";
import { createRealPages } from "../../../test/harness/real-pages";

/** Subscription to the weekly summary, its email, and the unsubscribe page without JavaScript. */
let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
});
afterAll(() => caller.close());

const nextMonday = new Date(NOW.getTime() + 7 * 86_400_000);

async function findUnsubscribeLink(now: Date): Promise<string | undefined> {
  await caller.db.deleteFrom("mails").execute();
  await sendWeeklySummaries({ ...caller.ctx(), now }, caller.config);
  const mail = await caller.db
    .selectFrom("mails")
    .select("plain")
    .where("kind", "=", "weekly-summary")
    .executeTakeFirst();
  const link = mail && new URL(/https?:\S+\/weekly-summary\S+/.exec(mail.plain)![0]);
  return link && link.pathname + link.search;
}

const follow = (path: string, method: "GET" | "POST") =>
  caller.http.request(path, {
    method,
    headers: {
      Origin: caller.config.publicUrl,
      "Content-Type": "application/x-www-form-urlencoded",
      "User-Agent": "Mozilla/5.0 Chrome/149",
    },
    body: method === "POST" ? "" : undefined,
  });

it("unsubscribes from the weekly summary by the emailed link without signing in", async () => {
  const subscription = await caller.call(
    "POST",
    "/api/account/weekly-summary",
    { enabled: true },
    await caller.asAdmin(),
  );
  expect(subscription.status).toBe(200);
  const link = await findUnsubscribeLink(NOW);
  // A GET, as link scanners send, does not unsubscribe.
  const page = await follow(link!, "GET");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("<form");
  expect(await (await follow(`${link}x`, "POST")).text()).toContain("This link is incomplete");
  expect(await findUnsubscribeLink(nextMonday)).toBe(link);

  expect(await (await follow(link!, "POST")).text()).toContain("You will not receive it any more.");
  expect(await findUnsubscribeLink(new Date(nextMonday.getTime() + 7 * 86_400_000))).toBeUndefined();
});
