import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, createCaller, TODAY } from "../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { createMissingPages } from "./create-service-page.server";
import { findServicePage, listServiceGroups } from "./queries.server";
import type { OfficeContent } from "./views";

/** Page of a service added by the office. */
let caller: Caller;
let dataDir: string;
let mailbox: Mailbox;
let admin: Record<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "pages-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, body: object) => caller.call("POST", `/api/admin/${path}`, body, admin);
const text = {
  summary: "Gone, and they stay gone.",
  icon: "bug",
  durationMin: 45,
  bufferMin: 15,
  outdoor: false,
};
const pageOf = (id: string) => findServicePage(caller.ctx(), id);

async function add(name: string) {
  expect((await post("services", { ...text, name })).status).toBe(200);
  // Runs the worker.
  await mailbox.collect();
}

it("creates an editable page with known facts for an added service and lists it", async () => {
  await add("Pest control");
  expect(await pageOf("pest-control")).toMatchObject({
    headline: "Pest control",
    introduction: text.summary,
    jobs: [],
    faqs: [],
  });
  const listed = (await listServiceGroups(caller.ctx())).flatMap(({ services }) =>
    services.map(({ id }) => id),
  );
  expect(listed).toContain("pest-control");
  const content: OfficeContent = (await caller.call("GET", "/api/admin/content", undefined, admin)).body;
  const page = content.pages.find(({ serviceId }) => serviceId === "pest-control")!;
  const { serviceId: _, serviceName: __, ...written } = page;
  const edited = await post("content/pages/pest-control/edit", { ...written, headline: "No more pests" });
  expect(edited.status).toBe(200);
  expect((await pageOf("pest-control"))!.headline).toBe("No more pests");
});

it("shows price book items as typical jobs of a new page", async () => {
  await caller.db
    .insertInto("prices")
    .values({
      ...{ serviceId: "pest-control", item: "visit", name: "One visit", mode: "fixed", unit: "visit" },
      ...{ priceFils: 300_00, effectiveFrom: TODAY },
    })
    .execute();
  expect((await pageOf("pest-control"))!.jobs).toMatchObject([{ title: "One visit", fils: 300_00 }]);
});

it("creates missing pages for services that the office added earlier, and for no others", async () => {
  await add("Gutter cleaning");
  await caller.db.deleteFrom("servicePages").where("serviceId", "=", "gutter-cleaning").execute();
  await caller.db.updateTable("services").set({ page: false }).where("id", "=", "gutter-cleaning").execute();
  expect(await pageOf("gutter-cleaning")).toBeNull();
  await createMissingPages(caller.ctx());
  expect(await pageOf("gutter-cleaning")).toMatchObject({ headline: "Gutter cleaning" });
  expect(await pageOf("free-survey")).toBeNull();
});

it("deletes the page with an unused service", async () => {
  await add("Window cleaning");
  expect(await pageOf("window-cleaning")).not.toBeNull();
  const { services } = (await caller.call("GET", "/api/admin/services", undefined, admin)).body;
  const { version } = services.find(({ id }: { id: string }) => id === "window-cleaning");
  expect((await post("services/window-cleaning/delete", { version })).status).toBe(200);
  expect(await pageOf("window-cleaning")).toBeNull();
});
