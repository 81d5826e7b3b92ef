import { sql } from "kysely";
import { expect, it } from "vitest";
import { openAccounts } from "../../test/harness/company/accounts";

const { app, mailbox } = await openAccounts({ PUBLIC_URL: "https://www.company.example" });

const FOREIGN_HEADERS = {
  Host: "evil.example",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Server": "evil.example",
  "X-Forwarded-Proto": "gopher",
  "X-Forwarded-Prefix": "/evil.example",
  "X-Original-Host": "evil.example",
  "X-Original-Url": "//evil.example/a",
  "X-Rewrite-Url": "//evil.example/a",
  "X-Host": "evil.example",
  Forwarded: "host=evil.example;proto=http",
  Referer: "https://evil.example/",
};

async function requestLinks(path: string, body: object) {
  await sql`TRUNCATE rate_limits, auth_rate_limits`.execute(app.db);
  const answer = await app.post(`http://evil.example:81${path}`, body, FOREIGN_HEADERS);
  const text = await answer.text();
  expect([path, answer.status, text.includes("evil")], text).toEqual([path, 200, false]);
  return text ? JSON.parse(text) : undefined;
}

async function solved() {
  const { id, a, b } = await (await app.http.request("/api/security-check")).json();
  return { id, answer: a + b };
}

it("builds links in emails and responses without the Host header of the request", async () => {
  const email = "maryam@customer.example";
  const person = { name: "Maryam O'Neil", email, password: "correct horse battery" };
  await requestLinks("/api/auth/sign-up/email", person);
  await requestLinks("/api/auth/send-verification-email", { email });
  await app.db.updateTable("users").set({ emailVerified: true }).where("email", "=", email).execute();
  await requestLinks("/api/auth/request-password-reset", { email });
  await requestLinks("/api/auth/send-sign-in-code", { email });
  const booked = await requestLinks("/api/handle-booking", {
    customerName: "Maryam O'Neil",
    email,
    phone: "0501234567",
    service: "plumbing",
    message: "",
    address: "",
    addressParts: {
      street: "Al Marsa Street",
      buildingName: "Marina Diamond 4",
      unitNumber: "1203",
      area: "Dubai Marina",
      landmark: "",
    },
    securityCheck: await solved(),
  });
  expect(booked.followUrl).toMatch(/^https:\/\/www\.company\.example\/bookings\//);
  await requestLinks("/api/bookings/send-link", { reference: booked.reference, contact: email });
  await requestLinks("/api/contact/messages", {
    name: "Maryam O'Neil",
    email,
    phone: "",
    message: "Hello",
    securityCheck: await solved(),
  });

  const mails = (await mailbox.collect()).filter(({ recipient }) => recipient === email);
  expect(mails.length).toBeGreaterThanOrEqual(6);
  for (const mail of mails)
    expect([mail.subject, /evil|gopher/.test(JSON.stringify(mail))]).toEqual([mail.subject, false]);
  const links = mails.flatMap(({ plain, html }) => `${plain} ${html}`.match(/https?:\/\/[^/\s"<]+/g) ?? []);
  expect(links.filter((link) => link === "https://www.company.example").length).toBeGreaterThanOrEqual(4);
});
