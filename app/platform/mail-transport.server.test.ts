import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ReceivedMail, startMailServer } from "../../test/harness/mail-server";
import { createMailTransport, type Mail, MailRefused } from "./mail-transport.server";

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
  const names = received.attachments.map(({ filename }) => filename);
  expect(names).toContain("visit.ics");
  expect(names).toContain("notes.txt");
  return received;
}

describe("mail as files", () => {
  test("one file a mail, however often it is sent, and nothing half-written beside it", async () => {
    const transport = createMailTransport(config());
    await transport.send(mail);
    await transport.send(mail);
    const files = await readdir(join(folder, "mail"));
    expect(files).toEqual([`${mail.id}.eml`]);
    await expectTheMail(await readFile(join(folder, "mail", files[0]!)));
  });

  test("a name in MAIL_FROM wins over the business's", async () => {
    const transport = createMailTransport(config(undefined, '"The Office" <bookings@company.example>'));
    await transport.send(mail);
    const { from } = await PostalMime.parse(await readFile(join(folder, "mail", `${mail.id}.eml`)));
    expect(from).toMatchObject({ name: "The Office", address: "bookings@company.example" });
  });

  test("what people typed cannot add a header or a recipient", async () => {
    const transport = createMailTransport(config());
    await transport.send({
      ...mail,
      recipient: "aisha@customer.example\r\nBcc: victim@example.com",
      senderName: 'Evil" <x@example.com>\r\nX-Evil: 1',
      subject: "Hi\r\nBcc: victim@example.com\r\n\r\nbody",
    });
    const raw = await readFile(join(folder, "mail", `${mail.id}.eml`), "utf8");
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(head).not.toMatch(/^(bcc|x-evil):/im);
    expect((await PostalMime.parse(raw)).bcc ?? []).toEqual([]);
  });
});

describe("mail by SMTP", () => {
  test("arrives with all its parts", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(config(server.url));
    try {
      await transport.send(mail);
      const [received] = server.received as [ReceivedMail];
      expect(received.to).toEqual(["aisha@customer.example"]);
      const parsed = await expectTheMail(received.raw);
      const calendar = parsed.attachments.find(({ filename }) => filename === "visit.ics");
      expect(calendar?.mimeType).toMatch(/calendar|ics/);
      expect(received.raw).toMatch(/text\/calendar;[^\n]*method=REQUEST/i);
    } finally {
      transport.close();
      await server.close();
    }
  });

  test("tells a final refusal from trouble that passes", async () => {
    const server = await startMailServer();
    const transport = createMailTransport(config(server.url));
    try {
      server.answer = () => Object.assign(new Error("No such user"), { responseCode: 550 });
      await expect(transport.send(mail)).rejects.toThrow(MailRefused);
      server.answer = () => Object.assign(new Error("Try later"), { responseCode: 451 });
      await expect(transport.send(mail)).rejects.not.toThrow(MailRefused);
      server.answer = () => null;
      await transport.send(mail);
      expect(server.received).toHaveLength(1);
    } finally {
      transport.close();
      await server.close();
    }
    await expect(createMailTransport(config(server.url)).send(mail)).rejects.not.toThrow(MailRefused);
  });
});
