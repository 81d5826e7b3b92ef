import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ReceivedMail, startMailServer } from "../../../test/harness/servers/mail-server";
import {
  createMailTransport,
  type Mail,
  MailRefused,
  MailUnanswered,
  SMTP_TIMES,
} from "./mail-transport.server";

const recordHandover = async () => {};

const mail: Mail = {
  id: "4f0f3c1e-6c1f-4c57-9b0a-0c7b6b8f2a11",
  recipient: "aisha@customer.example",
  replyTo: "office@company.example",
  senderName: "Test & Sons",
  subject: "Your visit – زيارتك",
  html: "<p>Hello <b>there</b></p>",
  plain: "Hello there",
  attachments: [
    { fileName: "visit.ics", contentType: "text/calendar", content: "BEGIN:VCALENDAR", method: "REQUEST" },
    { fileName: "notes.txt", contentType: "text/plain", content: "notes" },
  ],
  stopUrl: "https://www.example.com/stop?key=1",
  createdAt: new Date("2026-11-21T08:00:00Z"),
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mail-"));
});
afterEach(() => rm(folder, { recursive: true }));

const config = (smtpUrl?: string, mailFrom = "no-reply@company.example") => ({
  smtpUrl,
  mailFrom,
  dataDir: folder,
});

async function expectTheMail(raw: Buffer | string) {
  const received = await PostalMime.parse(raw);
  expect(received.from).toMatchObject({ name: "Test & Sons", address: "no-reply@company.example" });
  expect(received.to).toMatchObject([{ address: "aisha@customer.example" }]);
  expect(received.replyTo).toMatchObject([{ address: "office@company.example" }]);
  expect(received.subject).toBe(mail.subject);
  expect(received.messageId).toBe(`<${mail.id}@company.example>`);
  expect(received.date).toBe("2026-11-21T08:00:00.000Z");
  expect(received.text?.trim()).toBe("Hello there");
  expect(received.html?.trim()).toBe(mail.html);
  const headers = new Map(received.headers.map(({ key, value }) => [key, value]));
  expect(headers.get("auto-submitted")).toBe("auto-generated");
  expect(headers.get("list-unsubscribe")).toBe("<https://www.example.com/stop?key=1>");
  const names = received.attachments.map(({ filename }) => filename);
  expect(names).toContain("visit.ics");
  expect(names).toContain("notes.txt");
  return received;
}

describe("file transport", () => {
  test("writes one complete file per mail, also when sent again", async () => {
    const transport = createMailTransport(config());
    await transport.send(mail, recordHandover);
    await transport.send(mail, recordHandover);
    const files = await readdir(join(folder, "mail"));
    expect(files).toEqual([`${mail.id}.eml`]);
    await expectTheMail(await readFile(join(folder, "mail", files[0]!)));
  });

  test("prefers the name in MAIL_FROM to the business name", async () => {
    const transport = createMailTransport(config(undefined, '"The Office" <bookings@company.example>'));
    await transport.send(mail, recordHandover);
    const { from } = await PostalMime.parse(await readFile(join(folder, "mail", `${mail.id}.eml`)));
    expect(from).toMatchObject({ name: "The Office", address: "bookings@company.example" });
  });

  test("makes URLs of pictures absolute", async () => {
    const transport = createMailTransport({ ...config(), publicUrl: "https://company.example" });
    await transport.send({ ...mail, html: '<img src="/api/logos/1" alt="Test"/>' }, recordHandover);
    const { html } = await PostalMime.parse(await readFile(join(folder, "mail", `${mail.id}.eml`)));
    expect(html).toContain('src="https://company.example/api/logos/1"');
  });

  test("prevents injected headers and recipients", async () => {
    const transport = createMailTransport(config());
    await transport.send(
      {
        ...mail,
        recipient: "aisha@customer.example\r\nBcc: victim@example.com",
        senderName: 'Evil" <x@example.com>\r\nX-Evil: 1',
        subject: "Hi\r\nBcc: victim@example.com\r\n\r\nbody",
      },
      recordHandover,
    );
    const raw = await readFile(join(folder, "mail", `${mail.id}.eml`), "utf8");
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(head).not.toMatch(/^(bcc|x-evil):/im);
    expect((await PostalMime.parse(raw)).bcc ?? []).toEqual([]);
  });
});

describe("SMTP transport", () => {
  test("delivers all parts of a mail", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(config(server.url));
    try {
      await transport.send(mail, recordHandover);
      const [received] = server.received as [ReceivedMail];
      expect(received.to).toEqual(["aisha@customer.example"]);
      const parsed = await expectTheMail(received.raw);
      const calendar = parsed.attachments.find(({ filename }) => filename === "visit.ics");
      expect(calendar?.mimeType).toMatch(/calendar|ics/);
      expect(received.raw).toMatch(/text\/calendar;[^\n]*method=REQUEST/i);
    } finally {
      await server.close();
    }
  });

  test("distinguishes permanent from temporary refusals", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(config(server.url));
    try {
      server.answer = () => Object.assign(new Error("No such user"), { responseCode: 550 });
      await expect(transport.send(mail, recordHandover)).rejects.toThrow(MailRefused);
      server.answer = () => Object.assign(new Error("Try later"), { responseCode: 451 });
      await expect(transport.send(mail, recordHandover)).rejects.not.toThrow(MailRefused);
      server.answer = () => null;
      await transport.send(mail, recordHandover);
      expect(server.received).toHaveLength(1);
    } finally {
      await server.close();
    }
    await expect(createMailTransport(config(server.url)).send(mail, recordHandover)).rejects.not.toThrow(
      MailRefused,
    );
  });

  test.each([
    ["550 5.1.1 No such user", true],
    ["550 No such user", true],
    ["550 5.2.1 The mailbox is disabled", true],
    ["550 5.7.1 Blocked by policy", false],
    ["552 5.2.2 The mailbox is full", false],
    ["554 Rejected as spam", false],
  ])("reads from “%s” whether the address accepts no email: %s", async (response, isUndeliverable) => {
    const server = await startMailServer();
    const [responseCode, ...words] = response.split(" ");
    server.answer = () => Object.assign(new Error(words.join(" ")), { responseCode: Number(responseCode) });
    try {
      const failure = await createMailTransport(config(server.url))
        .send(mail, recordHandover)
        .catch((error) => error);
      expect(failure).toBeInstanceOf(MailRefused);
      expect(failure).toMatchObject({ isUndeliverable });
    } finally {
      await server.close();
    }
  });

  const times = { envelopeMs: 2_000, answerMs: 800, contentMs: 4_000 };

  test("waits as long as RFC 5321 requires and leases longer", () => {
    // RFC 5321, section 4.5.3.2.6: 10 minutes after the final dot.
    expect(SMTP_TIMES.answerMs).toBeGreaterThanOrEqual(10 * 60_000);
    expect(SMTP_TIMES.contentMs).toBeGreaterThan(SMTP_TIMES.answerMs);
    const { leaseMs, contentLeaseMs } = createMailTransport(config("smtp://mail.example"));
    expect(leaseMs).toBeGreaterThan(SMTP_TIMES.envelopeMs);
    expect(contentLeaseMs).toBeGreaterThan(SMTP_TIMES.contentMs);
  });

  test("accepts a late response and reports a missing one", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(config(server.url), times);
    let handovers = 0;
    const count = async () => void handovers++;
    try {
      server.answerContent = () => sleep(300, null);
      await transport.send(mail, count);
      server.answerContent = () => sleep(1_600, null);
      await expect(transport.send(mail, count)).rejects.toThrow(MailUnanswered);
      expect([server.received.length, handovers]).toEqual([2, 2]);
    } finally {
      await server.close();
    }
  });

  test("sends no content before the go-ahead or if the handover cannot be recorded", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const noTime = { ...times, envelopeMs: 300 };
    const failure = await createMailTransport(config(`smtp://127.0.0.1:${port}`), noTime)
      .send(mail, () => Promise.reject(new Error("Too early")))
      .catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailUnanswered);
    expect(failure.message).not.toBe("Too early");
    silent.close();

    const server = await startMailServer();
    try {
      const lost = () => Promise.reject(new Error("Another worker has taken this email"));
      const sending = createMailTransport(config(server.url), times).send(mail, lost);
      const refusal = await sending.catch((error) => error);
      expect(refusal.message).toBe("Another worker has taken this email");
      expect(refusal).not.toBeInstanceOf(MailUnanswered);
      expect(server.received).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
