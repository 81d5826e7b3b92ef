import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW, TODAY } from "../../../../test/harness/company/booking-caller";
import { applyTransitions } from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { personalDataOfScheduling } from "../scheduling/personal-data.server";
import { listWebsiteTechnicians } from "./queries.server";

/** Technicians on the website: by their own consent only. */

let caller: Caller;
let admin: Record<string, string>;
let people = 0;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("technicians").set({ websiteConsentAt: null }).execute();
  await caller.db.deleteFrom("rateLimits").execute();
});

interface Technician {
  id: string;
  userId: string;
  headers: Record<string, string>;
}

async function hire(name = `Shown ${++people}`): Promise<Technician> {
  const id = await caller.addTechnician(name);
  const user = { email: `${id}@phone.example`, password: "a technician's own", role: "technician" as const };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
  return { id, userId, headers: { Cookie: await caller.signIn(user) } };
}
const answer = (headers: Record<string, string>, agreed: boolean) =>
  caller.call("POST", "/api/technician/website-profile", { agreed }, headers);
const shown = async () => (await listWebsiteTechnicians(caller.ctx())).map(({ id }) => id);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/technicians/${id}`, undefined, admin)).body.technician;
const contentVersion = async () =>
  Number(
    (
      await caller.db
        .selectFrom("contentChanges")
        .select(({ fn }) => fn.sum("version").as("sum"))
        .executeTakeFirstOrThrow()
    ).sum,
  );

describe("card", () => {
  it("shows trades, a valid certificate, finished bookings and, from three ratings on, the mean", async () => {
    const omar = await hire("Omar Saleh");
    await answer(omar.headers, true);
    const day = (expiresOn: string, name: string) => ({
      technicianId: omar.id,
      name,
      number: "1",
      expiresOn,
    });
    await caller.db
      .insertInto("certificates")
      .values([day("2020-01-01", "Expired licence"), day("2099-01-01", "DEWA wireman licence")])
      .execute();
    const [first] = await listWebsiteTechnicians(caller.ctx());
    expect(first).toMatchObject({ certificate: "DEWA wireman licence", jobs: 0, rating: null });
    expect(first?.trades).toContain("Plumbing");
    expect(first?.trades).not.toContain("Emergency Service");

    // No visit is offered to a technician with an expired certificate.
    await caller.db.deleteFrom("certificates").where("name", "=", "Expired licence").execute();
    for (const time of ["12:00", "14:00", "16:00"]) {
      vi.setSystemTime(NOW);
      const booked = await caller.book({ preferredDate: TODAY, preferredTime: time });
      await applyTransitions(
        caller.db,
        booked.bookingId,
        ...(["confirm", "depart", "arrive", "finishWork", "complete"] as const),
      );
      const review = { key: booked.key, rating: 4, comment: "" };
      await caller.call("POST", `/api/bookings/${booked.reference}/review`, review);
    }
    const [card] = await listWebsiteTechnicians(caller.ctx());
    expect(card).toMatchObject({ name: "Omar Saleh", jobs: 3, rating: 4, reviews: 3 });
  });

  it("limits the website to six technicians, the first who agreed", async () => {
    const crew: string[] = [];
    for (let minute = 0; minute < 7; minute++) {
      const { id } = await hire();
      const websiteConsentAt = new Date(NOW.getTime() + minute * 60_000);
      await caller.db.updateTable("technicians").set({ websiteConsentAt }).where("id", "=", id).execute();
      crew.push(id);
    }
    expect(await shown()).toEqual(crew.slice(0, 6));
  });

  it("answers the picture to visitors while consent lasts", async () => {
    const omar = await hire();
    const bytes = { small: Buffer.from("small"), large: Buffer.from("large"), createdAt: NOW };
    const { id } = await caller.db
      .insertInto("technicianPictures")
      .values({ technicianId: omar.id, ...bytes })
      .returning("id")
      .executeTakeFirstOrThrow();
    const look = () => caller.http.request(`/api/technicians/${omar.id}/picture/${id}?size=small`);
    expect((await look()).status).toBe(404);
    await answer(omar.headers, true);
    expect(await (await look()).text()).toBe("small");
    await answer(omar.headers, false);
    expect((await look()).status).toBe(404);
  });
});

describe("consent", () => {
  it("shows a technician from agreement to withdrawal, and to the office with its time", async () => {
    const omar = await hire();
    expect(await shown()).toEqual([]);
    expect(await detail(omar.id)).toMatchObject({ websiteConsentAt: null });

    const before = await contentVersion();
    expect((await answer(omar.headers, true)).status).toBe(200);
    expect(await shown()).toEqual([omar.id]);
    expect(await contentVersion()).toBeGreaterThan(before);
    expect(await detail(omar.id)).toMatchObject({ websiteConsentAt: NOW.toISOString() });
    const { body } = await caller.call("GET", "/api/technician/visits", undefined, omar.headers);
    expect(body.websiteConsentAt).toBe(NOW.toISOString());

    vi.setSystemTime(new Date(NOW.getTime() + 60_000));
    await answer(omar.headers, true);
    expect(await detail(omar.id)).toMatchObject({ websiteConsentAt: NOW.toISOString() });
    await answer(omar.headers, false);
    expect(await shown()).toEqual([]);
    expect((await readTrail(caller.db, { subjectId: omar.id })).map(({ type }) => type)).toEqual([
      "technician.website-consent-given",
      "technician.website-consent-withdrawn",
    ]);
  });

  it("refuses the office, customers and visitors", async () => {
    expect((await answer(admin, true)).status).toBe(403);
    const customer = { email: "customer@example.com", password: "a password of mine" };
    await caller.addUser(customer);
    expect((await answer({ Cookie: await caller.signIn(customer) }, true)).status).toBe(403);
    expect((await answer({}, true)).status).toBe(401);
  });

  it("ends when the technician leaves and does not return with them", async () => {
    const omar = await hire();
    await answer(omar.headers, true);
    for (const verb of ["deactivate", "reactivate"]) {
      const { version } = await detail(omar.id);
      const path = `/api/admin/technicians/${omar.id}/${verb}`;
      expect((await caller.call("POST", path, { version }, admin)).status).toBe(200);
      expect(await shown()).toEqual([]);
    }
    const former = caller.db
      .updateTable("technicians")
      .set({ active: false, websiteConsentAt: NOW })
      .where("id", "=", omar.id);
    await expect(former.execute()).rejects.toThrow("technicians_website_consent_check");
  });

  it("appears in the export of personal data and ends with the account", async () => {
    const omar = await hire();
    await answer(omar.headers, true);
    const of = { userId: omar.userId, email: "", customerIds: [] };
    const exported = await personalDataOfScheduling.collect!(caller.ctx(), of as never);
    expect(JSON.stringify(exported)).toContain("websiteConsentAt");
    await personalDataOfScheduling.erase!(caller.ctx(), of as never);
    expect(await shown()).toEqual([]);
  });
});
