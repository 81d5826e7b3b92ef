import { describe, expect, it } from "vitest";
import { openAccounts } from "../../../../../test/harness/company/accounts";
import { book, officeCtx } from "../../../../../test/harness/company/company";

/** Channels of service messages, chosen in the account. */

const { app } = await openAccounts({
  ...{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+14155550100" },
});

const password = "a password of mine";
let people = 0;

/** Signed-in customer with a booking of the phone. */
async function customer({ state = "requested" as "requested" | "completed" } = {}) {
  people++;
  const email = `channels.${people}@example.com`;
  const phone = `+9715030${String(people).padStart(5, "0")}`;
  await app.addUser({ email, password });
  const bookingId = await book(officeCtx(app.db), { email, phone });
  await app.db.updateTable("bookings").set({ state }).where("id", "=", bookingId).execute();
  const cookie = await app.signIn({ email, password });
  const post = async (path: string, body: unknown) => {
    const answer = await app.post(`/api/account/message-channels${path}`, body, { cookie });
    return { status: answer.status, body: await answer.json() };
  };
  const read = async () =>
    (await app.http.request("/api/account/message-channels", { headers: { cookie } })).json();
  return { phone, cookie, post, read };
}

const close = (recipient: string) =>
  app.db.insertInto("messageOptOuts").values({ channel: "sms", recipient }).execute();

describe("/api/account/message-channels", () => {
  it("offers the configured channels, and records each choice with its time", async () => {
    const me = await customer();
    const offer = { channels: ["sms"], phone: me.phone, closed: [], canReopen: false };
    expect(await me.read()).toEqual({ ...offer, chosen: null });
    expect((await me.post("", { channel: "sms" })).body).toEqual({ ...offer, chosen: "sms" });
    expect((await me.post("", { channel: "email" })).body).toEqual({ ...offer, chosen: "email" });
    const rows = app.db.selectFrom("channelChoices").select(["channel", "form", "isIdentified"]);
    expect(await rows.orderBy("chosenAt").execute()).toEqual([
      { channel: "sms", form: "account", isIdentified: true },
      { channel: "email", form: "account", isIdentified: true },
    ]);
    const details = await app.http.request("/api/account/booking-details", {
      headers: { cookie: me.cookie },
    });
    expect(await details.json()).toMatchObject({ messageChannel: "email" });
  });

  it("opens a stopped channel again for the phone of a completed booking", async () => {
    const me = await customer({ state: "completed" });
    await close(me.phone);
    expect(await me.read()).toMatchObject({ closed: ["sms"], canReopen: true });
    expect((await me.post("/reopen", { channel: "sms" })).body).toMatchObject({ closed: [] });
    expect((await me.post("/reopen", { channel: "sms" })).status).toBe(404);
  });

  it("leaves a stopped channel closed for a phone without a completed booking, which may be a stranger's", async () => {
    const me = await customer();
    await close(me.phone);
    expect(await me.read()).toMatchObject({ closed: ["sms"], canReopen: false });
    expect((await me.post("/reopen", { channel: "sms" })).status).toBe(404);
    expect(await me.read()).toMatchObject({ closed: ["sms"] });
  });

  it("offers nothing before the first booking", async () => {
    const email = "no.booking@example.com";
    await app.addUser({ email, password });
    const cookie = await app.signIn({ email, password });
    const answer = await app.http.request("/api/account/message-channels", { headers: { cookie } });
    expect(await answer.json()).toMatchObject({ channels: [], phone: null });
    expect((await app.post("/api/account/message-channels", { channel: "sms" }, { cookie })).status).toBe(
      404,
    );
  });
});
