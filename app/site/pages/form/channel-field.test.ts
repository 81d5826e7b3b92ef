import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChannelChoice } from "~/features/core/customers/channel-choice.server";
import { ChannelField } from "~/features/core/forms/components/person-fields";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { parseForm } from "../../../../test/harness/parse-form";
import { createRealPages } from "../../../../test/harness/real-pages";

/** Opt-in to service messages in the booking forms of visitors and office. */

const services = {
  ...{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+14155550100" },
  ...{ WHATSAPP_PHONE_NUMBER_ID: "106540352242922", WHATSAPP_ACCESS_TOKEN: "token" },
  ...{ WHATSAPP_APP_SECRET: "secret", WHATSAPP_VERIFY_TOKEN: "verify-token-of-the-test" },
};

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller(services, { pages: await createRealPages(), buildDir: "public" });
  await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

const choicesOf = (phone: string) =>
  caller.db
    .selectFrom("channelChoices")
    .innerJoin("customers", "customers.id", "channelChoices.customerId")
    .select(["channel", "form", "isIdentified", "chosenAt"])
    .where("phone", "=", phone)
    .orderBy("chosenAt")
    .execute();

describe("ChannelField", () => {
  it("shows nothing without a configured service", () => {
    expect(renderToStaticMarkup(createElement(ChannelField, { channels: [], form: "visitor" }))).toBe("");
  });

  it("names the configured channels only", () => {
    const html = renderToStaticMarkup(createElement(ChannelField, { channels: ["sms"], form: "visitor" }));
    expect(html).toContain("service messages by SMS,");
    expect(html).not.toContain("WhatsApp");
  });
});

describe.each([
  ["/bookings", "booking", "0501239001"],
  ["/free-assessment", "assessment", "0501239002"],
])("form on %s without JavaScript", (path, form, phone) => {
  it("records the chosen channel with form and time", async () => {
    const page = await (await caller.http.request(path)).text();
    expect(parseForm(page, "booking-title").choices.messageChannel).toEqual(["whatsapp", "sms", "email"]);
    const headers = { Origin: caller.config.publicUrl, "Content-Type": "application/x-www-form-urlencoded" };
    const send = (fields: Record<string, string>) =>
      caller.http.request(path, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
    const question = parseForm(
      await (
        await send({
          ...{ customerName: "Aisha Al Marri", email: `aisha.${form}@example.com`, phone },
          ...{ service: form === "booking" ? "plumbing" : "free-survey", street: "Al Marsa Street" },
          ...{ messageChannel: "sms", preferredDate: "", preferredTime: "", message: "" },
        })
      ).text(),
      "booking-title",
    );
    expect(question.fields.messageChannel).toBe("sms");
    const [, a, b] = /(\d+) \+ (\d+) = \?/.exec(question.html) ?? [];
    const answer = await send({ ...question.fields, securityAnswer: String(Number(a) + Number(b)) });
    expect(answer.status).toBe(303);
    expect(await choicesOf(`+971${phone.slice(1)}`)).toEqual([
      { channel: "sms", form, isIdentified: false, chosenAt: NOW },
    ]);
  });
});

describe("channel choice", () => {
  it("of the office outranks a later guest with the same phone", async () => {
    const { securityCheck, address, ...form } = await caller.form({ phone: "0501239003" });
    const booked = await caller.call(
      "POST",
      "/api/admin/bookings",
      { ...form, messageChannel: "whatsapp" },
      {
        ...admin,
        "Idempotency-Key": "9f2d0d8e-6f1c-4d1e-8a54-6b9c1f0d0001",
      },
    );
    expect(booked.status).toBe(200);
    await caller.book({ phone: "0501239003", messageChannel: "email" });
    expect(await choicesOf("+971501239003")).toMatchObject([
      { channel: "whatsapp", form: "office", isIdentified: true },
      { channel: "email", form: "booking", isIdentified: false },
    ]);
    const { customerId } = await caller.db
      .selectFrom("bookings")
      .select("customerId")
      .where("contactPhone", "=", "+971501239003")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(await findChannelChoice(caller.ctx(), customerId)).toBe("whatsapp");
  });

  it("leaves no row without the field", async () => {
    await caller.book({ phone: "0501239004", messageChannel: "" });
    expect(await choicesOf("+971501239004")).toEqual([]);
  });

  it("by a guest in an account is refused by the database", async () => {
    const { id: customerId } = await caller.db
      .selectFrom("customers")
      .select("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const guest = { customerId, channel: "sms" as const, isIdentified: false, chosenAt: NOW };
    const insert = caller.db.insertInto("channelChoices").values({ ...guest, form: "account" });
    await expect(insert.execute()).rejects.toThrow(/channel_choices_identified_check/);
  });
});
