import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { system } from "~/platform/auth/actor";
import { queueMail } from "~/platform/mail/mail.server";
import { claimMails, sendMail } from "~/platform/mail/mail-sender.server";
import type { MailTransport } from "~/platform/mail/mail-transport.server";
import { createTestApp, type TestApp } from "../../../../test/harness/http-app";
import { sendMailCopy } from "./send-again.server";
import type { MailDetail, MailList } from "./views";

const admin = { email: "admin@company.example", password: "a long password" };
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await createTestApp();
  await app.addUser({ ...admin, role: "admin" });
  cookie = await app.signIn(admin);
  for (let number = 1; number <= 5; number++) {
    const ctx = {
      actor: system,
      db: app.db,
      now: new Date(Date.UTC(2026, 10, number)),
      requestId: "test",
      locale: "en" as const,
    };
    await queueMail(ctx, {
      kind: "test",
      trailId: null,
      recipient: `${number}@customer.example`,
      replyTo: null,
      senderName: "Test",
      subject: `Mail ${number}`,
      html: "<p></p>",
      plain: "",
    });
  }
  await app.db
    .updateTable("mails")
    .set({ state: "failed", dueAt: null, attempts: 3, lastError: "550 no" })
    .where("subject", "=", "Mail 2")
    .execute();
});
afterAll(() => app.close());

async function list(query = ""): Promise<MailList> {
  const response = await app.http.request(`/api/admin/mails${query}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as MailList;
}

async function open(id: string): Promise<MailDetail> {
  const response = await app.http.request(`/api/admin/mails/${id}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as MailDetail;
}

describe("outgoing emails", () => {
  test("lists emails newest first, page by page, without their text", async () => {
    const first = await list("?limit=3");
    expect(first.mails.map(({ subject }) => subject)).toEqual(["Mail 5", "Mail 4", "Mail 3"]);
    expect(Object.keys(first.mails[0]!)).not.toContain("html");
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect(second.mails.map(({ subject }) => subject)).toEqual(["Mail 2", "Mail 1"]);
    expect(second.nextCursor).toBeNull();
  });

  test("finds a failed email by its state and retries it once", async () => {
    const { mails } = await list("?state=failed");
    expect(mails).toMatchObject([{ subject: "Mail 2", attempts: 3, lastError: "550 no" }]);
    const path = `/api/admin/mails/${mails[0]!.id}/retry`;
    expect((await app.post(path, {}, { cookie })).status).toBe(200);
    expect((await app.post(path, {}, { cookie })).status).toBe(409);
    expect((await list("?state=failed")).mails).toEqual([]);
    const waiting = (await list("?state=queued")).mails.find(({ id }) => id === mails[0]!.id);
    expect(waiting).toMatchObject({ subject: "Mail 2", attempts: 0 });
  });

  test("opens an email with its text and the names of its attachments", async () => {
    const { mails } = await list("?search=3@CUSTOMER");
    expect(mails).toHaveLength(1);
    const { id } = mails[0]!;
    const attachments = [{ fileName: "visit.ics", contentType: "text/calendar", content: "BEGIN" }];
    await app.db
      .updateTable("mails")
      .set({ plain: "We come at ten", attachments: JSON.stringify(attachments) })
      .where("id", "=", id)
      .execute();
    expect(await open(id)).toMatchObject({
      recipient: "3@customer.example",
      text: "We come at ten",
      attachments: ["visit.ics"],
      canRetry: false,
    });
  });

  test("shows the sent HTML without scripts, remote content or links", async () => {
    const { mails } = await list("?search=Mail 3");
    const path = `/api/admin/mails/${mails[0]!.id}/html`;
    const answer = await app.http.request(path, { headers: { cookie } });
    expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("Content-Security-Policy")).toMatch(/^sandbox; default-src 'none';/);
    expect(await answer.text()).toContain("<p></p>");
    expect((await app.http.request(path)).status).toBe(401);
  });

  test("removes the key of a customer's link from the text that the office reads", async () => {
    const { mails } = await list("?search=Mail 3");
    const { id } = mails[0]!;
    await app.db
      .updateTable("mails")
      .set({
        plain: "Follow: https://a.example/bookings/BK-1?key=k2x.abc-_DEF soon",
        html: '<a href="https://a.example/bookings/BK-1?a=1&amp;key=abc-_DEF">Follow</a>',
      })
      .where("id", "=", id)
      .execute();
    expect((await open(id)).text).toBe("Follow: https://a.example/bookings/BK-1?key=… soon");
    const response = await app.http.request(`/api/admin/mails/${id}/html`, { headers: { cookie } });
    expect(await response.text()).toContain('href="https://a.example/bookings/BK-1?a=1&amp;key=…"');
  });

  test("hides the text of an email with a secret link and refuses to send it again", async () => {
    const { mails } = await list("?search=Mail 4");
    const { id } = mails[0]!;
    await app.db
      .updateTable("mails")
      .set({ plain: "Open https://a.example/?key=x", secret: true, state: "failed", dueAt: null })
      .where("id", "=", id)
      .execute();
    const mail = await open(id);
    expect(mail).toMatchObject({ state: "failed", text: null, canRetry: false });
    expect(JSON.stringify(mail)).not.toContain("key=x");
    const response = await app.http.request(`/api/admin/mails/${id}/html`, { headers: { cookie } });
    expect(response.status).toBe(404);
    expect((await app.post(`/api/admin/mails/${id}/retry`, {}, { cookie })).status).toBe(409);
  });

  test("filters by days in Dubai time", async () => {
    await app.db
      .updateTable("mails")
      .set({ createdAt: new Date("2026-11-05T20:30:00Z") })
      .where("subject", "=", "Mail 5")
      .execute();
    const subjects = async (query: string) => (await list(query)).mails.map(({ subject }) => subject);
    expect(await subjects("?from=2026-11-06")).toEqual(["Mail 5"]);
    expect(await subjects("?from=2026-11-04&until=2026-11-05")).toEqual(["Mail 4"]);
  });

  test("retries a failed email once when two users retry it at the same time", async () => {
    const { mails } = await list("?search=Mail 1");
    const { id } = mails[0]!;
    await app.db.updateTable("mails").set({ state: "failed", dueAt: null }).where("id", "=", id).execute();
    const again = () => app.post(`/api/admin/mails/${id}/retry`, {}, { cookie });
    const answers = await Promise.all([again(), again()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const sent: string[] = [];
    const transport: MailTransport = {
      kind: "smtp",
      leaseMs: 60_000,
      contentLeaseMs: 60_000,
      async send(mail, onContent) {
        await onContent();
        sent.push(mail.id);
      },
    };
    // Two concurrent workers share the queue.
    const workers = [claimMails(app.db, transport, 100), claimMails(app.db, transport, 100)];
    for (const claimed of await Promise.all(workers))
      for (const mail of claimed) await sendMail(app.db, transport, mail);
    expect(sent.filter((one) => one === id)).toHaveLength(1);
    expect(await open(id)).toMatchObject({ state: "sent", canRetry: false });
    expect((await again()).status).toBe(409);
  });

  test("sends a copy of an undelivered email once per request, with an audit log entry", async () => {
    const ctx = { actor: system, db: app.db, now: new Date(), requestId: "test", locale: "en" as const };
    const { id: trailId } = await app.db
      .insertInto("trail")
      .values({
        at: new Date(),
        type: "booking.confirmed",
        actorId: null,
        actorRole: "system",
        subjectType: "booking",
        subjectId: "5f0a3f5e-98f4-4d40-a2a4-2f5b3c1f4a01",
        data: "{}",
        requestId: "test",
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    const plain = "The text.\n\nFollow: https://a.example/bookings/BK-1?key=k2x.abc-_DEF\n";
    await queueMail(ctx, {
      kind: "booking-confirmed",
      trailId,
      recipient: "lost@customer.example",
      replyTo: "office@company.example",
      senderName: "Test",
      subject: "Mail that never arrived",
      html: `<p>${plain}</p>`,
      plain,
      attachments: [{ fileName: "visit.ics", contentType: "text/calendar", content: "BEGIN" }],
    });
    const [first] = (await list("?search=never arrived")).mails;
    const path = `/api/admin/mails/${first!.id}/resend`;
    // Not sent yet.
    expect(await open(first!.id)).toMatchObject({ canResend: false });
    expect((await app.post(path, {}, { cookie })).status).toBe(409);
    await app.db
      .updateTable("mails")
      .set({ state: "sent", dueAt: null, sentAt: new Date() })
      .where("id", "=", first!.id)
      .execute();
    expect(await open(first!.id)).toMatchObject({ canResend: true, canRetry: false });
    const stored = app.db.selectFrom("mails").selectAll().where("id", "=", first!.id);
    const { html: sentHtml, attachments } = await stored.executeTakeFirstOrThrow();
    expect(sentHtml).toContain("/bookings/BK-1?key=…");
    expect(JSON.stringify(await stored.execute())).not.toMatch(/k2x|BEGIN/);
    expect(attachments).toEqual([{ fileName: "visit.ics", contentType: "text/calendar", content: "" }]);
    // One click, sent twice over a broken connection.
    const headers = { cookie, "Idempotency-Key": "one-press-of-the-button" };
    for (const _ of [1, 2]) expect((await app.post(path, {}, headers)).status).toBe(200);
    const findEntries = async () =>
      app.db
        .selectFrom("trail")
        .select(["id", "subjectType", "subjectId", "data", "actorRole"])
        .where("type", "=", "mail.resent")
        .orderBy("id")
        .execute();
    const [entry, ...moreEntries] = await findEntries();
    expect(moreEntries).toEqual([]);
    expect(entry).toMatchObject({
      subjectType: "booking",
      subjectId: "5f0a3f5e-98f4-4d40-a2a4-2f5b3c1f4a01",
      data: { mailId: first!.id },
      actorRole: "admin",
    });
    const react = ({ id, data }: { id: number; data: unknown }) =>
      sendMailCopy.run(ctx, { id, data } as never, { config: app.config } as never);
    await react(entry!);
    // Another worker repeats the job after the first was killed.
    await react(entry!);
    const copies = async () =>
      (await list("?search=never arrived")).mails.filter(({ id }) => id !== first!.id);
    expect(await copies()).toMatchObject([
      { state: "queued", recipient: "lost@customer.example", subjectId: entry!.subjectId },
    ]);
    const [copy] = await copies();
    // The link of an unknown booking is removed, and the calendar entry of the former time.
    expect(await open(copy!.id)).toMatchObject({
      subject: expect.stringMatching(/^Copy of \d+ \w+ \d{4}: Mail that never arrived$/),
      text: expect.stringMatching(/^Copy of our email of \d+ \w+ \d{4}\. .*\n\nThe text\.\n/),
      attachments: [],
      replyTo: "office@company.example",
      trailId: String(entry!.id),
    });
    const { html } = await app.db
      .selectFrom("mails")
      .select("html")
      .where("id", "=", copy!.id)
      .executeTakeFirstOrThrow();
    expect(html).not.toContain("key=");

    // A second click creates a second copy.
    expect((await app.post(path, {}, { cookie })).status).toBe(200);
    await react((await findEntries())[1]!);
    expect(await copies()).toHaveLength(2);

    // The text is gone for emails with a secret link and for erased recipients.
    for (const unavailable of [{ secret: true }, { secret: false, plain: "", html: "" }]) {
      await app.db.updateTable("mails").set(unavailable).where("id", "=", first!.id).execute();
      expect(await open(first!.id)).toMatchObject({ canResend: false });
      expect((await app.post(path, {}, { cookie })).status).toBe(409);
    }
  });

  test("refuses users without permission", async () => {
    expect((await app.http.request("/api/admin/mails")).status).toBe(401);
    for (const verb of ["retry", "send-again"])
      expect((await app.post(`/api/admin/mails/${crypto.randomUUID()}/${verb}`, {})).status).toBe(401);
    for (const role of ["customer", "technician", "accountant", "dispatcher"] as const) {
      const user = { email: `${role}@example.com`, password: "a long password", role };
      await app.addUser(user);
      const headers = { cookie: await app.signIn(user) };
      for (const path of ["", `/${crypto.randomUUID()}`, `/${crypto.randomUUID()}/html`]) {
        const response = await app.http.request(`/api/admin/mails${path}`, { headers });
        expect([role, response.status]).toEqual([role, 403]);
      }
    }
  });
});
