import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/harness/http-app";
import { createTestPicture } from "../../../../test/harness/pictures";
import {
  IMAP_USER,
  type ImapServer,
  imapUrl,
  startImapServer,
} from "../../../../test/harness/servers/imap-server";
import type { Poller } from "../../../platform/jobs/poller.server";
import { startMailboxReader } from "../../../platform/messaging/mailbox-reader.server";
import { operationsApi } from "../../../server/operations.server";
import { receiveMessage } from "./receive.server";

const TIMES = { pollMs: 50, leaseMs: 60_000, firstRetryMs: 50, longestRetryMs: 200, refusedRetryMs: 300 };
const WAIT = { timeout: 20_000, interval: 10 };

let imap: ImapServer;
let app: TestApp;
beforeAll(async () => {
  imap = await startImapServer();
  app = await createTestApp({ IMAP_URL: imap.url });
});
afterAll(() => Promise.all([app, imap].map((one) => one.close())));

let readers: Poller[] = [];
beforeEach(async () => {
  await app.db.deleteFrom("inboundMailboxes").execute();
  await app.db.deleteFrom("conversations").execute();
  imap.mails = [];
  imap.commands.length = 0;
});
afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.stop()));
  readers = [];
});

function startReader(options: { receive?: typeof receiveMessage } = {}): Poller {
  const { imap: settings } = app.config;
  const reader = startMailboxReader({
    ...{ db: app.db, config: { ...app.config, imap: settings! }, files: app.files },
    ...{ receive: options.receive ?? receiveMessage, times: TIMES },
    readOwnAddresses: async () => ["rukn@company.example", IMAP_USER],
  });
  readers.push(reader);
  return reader;
}

async function stopReaders(): Promise<void> {
  await Promise.all(readers.map((reader) => reader.stop()));
  readers = [];
}

/** A reader whose first reading is complete, so that later emails are new. */
async function startReading(options?: Parameters<typeof startReader>[0]): Promise<void> {
  startReader(options);
  await vi.waitFor(async () => expect((await mailbox())?.readAt).toBeTruthy(), WAIT);
}

const mailbox = () => app.db.selectFrom("inboundMailboxes").selectAll().executeTakeFirst();

async function texts(): Promise<string[]> {
  const rows = await app.db.selectFrom("conversationMessages").select("text").orderBy("number").execute();
  return rows.map(({ text }) => text);
}
const expectTexts = (expected: string[]) =>
  vi.waitFor(async () => expect(await texts()).toEqual(expected), WAIT);

let number = 0;
interface MailOptions {
  from?: string;
  subject?: string;
  headers?: string[];
  id?: string | null;
  body?: string;
}

function mail(
  text: string,
  { from, subject = "Re: Your booking", headers = [], id, body }: MailOptions = {},
) {
  const messageId = id === undefined ? `<${++number}@mail.example>` : id;
  return [
    `From: ${from ?? "Aisha Al Marri <Aisha@Example.com>"}`,
    `Subject: ${subject}`,
    ...(messageId ? [`Message-ID: ${messageId}`] : []),
    ...headers,
    ...(body ? [] : ["Content-Type: text/plain; charset=utf-8", ""]),
    body ?? text,
  ].join("\n");
}

describe("office mailbox", () => {
  it("receives emails that arrive after the first reading, and none of the history", async () => {
    imap.deliver(mail("Ten years ago"), new Date(Date.now() - 3_600_000));
    await startReading();
    imap.deliver(mail("Is the technician on the way?"));
    imap.deliver(mail("A quote, please", { subject: "New villa" }));
    await expectTexts(["Is the technician on the way?", "New villa\n\nA quote, please"]);
    const row = await app.db
      .selectFrom("conversations")
      .select(["name", "email", "unreadCount"])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ name: "Aisha Al Marri", email: "aisha@example.com", unreadCount: 2 });
  });

  it("changes nothing in the mailbox", async () => {
    await startReading();
    imap.deliver(mail("Hello"));
    await expectTexts(["Hello"]);
    const reading = [
      "CAPABILITY",
      "LOGIN",
      "LIST",
      "LSUB",
      "EXAMINE",
      "NOOP",
      "IDLE",
      "UID SEARCH",
      "UID FETCH",
    ];
    expect([...new Set(imap.commands)].filter((name) => !reading.includes(name))).toEqual([]);
  });

  it("leaves out automatic answers, reports of mail servers, own emails and old emails that were copied", async () => {
    await startReading();
    imap.deliver(mail("Out of office", { headers: ["Auto-Submitted: auto-replied"] }));
    imap.deliver(mail("Newsletter", { headers: ["Precedence: bulk"] }));
    imap.deliver(mail("Bounce", { headers: ["Return-Path: <>"], from: "MAILER-DAEMON <mailer@mx.example>" }));
    imap.deliver(mail("", { body: "Content-Type: multipart/report; boundary=x\n\n--x\n\nFailed\n--x--" }));
    imap.deliver(mail("From us", { from: "Rukn <rukn@company.example>" }));
    imap.deliver(mail("No sender", { from: "undisclosed" }));
    imap.deliver(mail("Old", { headers: ["Date: Mon, 02 Mar 2020 10:00:00 +0400"] }));
    imap.deliver(mail("New"));
    await expectTexts(["New"]);
    expect((await mailbox())?.lastUid).toBe(8);
  });

  it("skips an email that is too large, and receives those behind it", async () => {
    await startReading();
    imap.deliver(mail("x".repeat(11 * 1024 * 1024)));
    imap.deliver(mail("y".repeat(11 * 1024 * 1024))).namedBytes = 1000;
    imap.deliver(mail("Behind it"));
    await expectTexts(["Behind it"]);
  });

  it("stores pictures and PDFs, and the text of an email without a plain part", async () => {
    const picture = Buffer.from(await createTestPicture("png")).toString("base64");
    await startReading();
    imap.deliver(
      mail("", {
        body: [
          'Content-Type: multipart/mixed; boundary="b"',
          "",
          "--b",
          "Content-Type: text/html; charset=utf-8",
          "",
          "<p>The leak &amp; the wall<br>are here</p><blockquote>Your booking</blockquote>",
          "--b",
          'Content-Type: image/png; name="leak.png"',
          "Content-Transfer-Encoding: base64",
          "",
          picture,
          "--b--",
        ].join("\n"),
      }),
    );
    await expectTexts(["The leak & the wall\nare here"]);
    const files = await app.db.selectFrom("conversationFiles").select(["fileName", "state"]).execute();
    expect(files).toEqual([{ fileName: "leak.png", state: "stored" }]);
  });

  it("receives an email once that the mailbox contains several times, and each without a Message-ID", async () => {
    await startReading();
    imap.deliver(mail("Twice", { id: "<same@mail.example>" }));
    imap.deliver(mail("Twice", { id: "<same@mail.example>" }));
    imap.deliver(mail("First", { id: null }));
    imap.deliver(mail("Second", { id: null }));
    await expectTexts(["Twice", "First", "Second"]);
  });

  it("neither repeats nor loses emails when the server renumbers them", async () => {
    await startReading();
    imap.deliver(mail("Before"));
    await expectTexts(["Before"]);
    await stopReaders();
    imap.deliver(mail("Meanwhile"));
    imap.mails.reverse();
    imap.renumber();
    startReader();
    await expectTexts(["Before", "Meanwhile"]);
    imap.deliver(mail("After"));
    await expectTexts(["Before", "Meanwhile", "After"]);
  });

  it("receives each email once with several workers, and goes on after the reading one has stopped", async () => {
    await startReading();
    startReader();
    for (let count = 1; count <= 10; count++) imap.deliver(mail(`Message ${count}`));
    await vi.waitFor(async () => expect(await texts()).toHaveLength(10), WAIT);
    await readers.shift()?.stop();
    imap.deliver(mail("Message 11"));
    await vi.waitFor(async () => expect(await texts()).toHaveLength(11), WAIT);
    expect(new Set(await texts()).size).toBe(11);
  });

  it("stores an email once if the lease of a slow worker ends and another takes over", async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    await startReading({
      receive: async (...args) => {
        await gate;
        await receiveMessage(...args);
      },
    });
    imap.deliver(mail("Slow", { id: null }));
    await vi.waitFor(
      () => expect(imap.commands.filter((name) => name === "UID FETCH")).toHaveLength(2),
      WAIT,
    );
    await app.db
      .updateTable("inboundMailboxes")
      .set({ leaseEndsAt: sql`clock_timestamp() - interval '1 second'` })
      .execute();
    startReader();
    await expectTexts(["Slow"]);
    release();
    await stopReaders();
    expect(await texts()).toEqual(["Slow"]);
  });

  it("goes on after an email that cannot be stored", async () => {
    const errors = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await startReading({
      receive: async (ctx, tools, message, claim) => {
        if (message.text === "Broken") throw new Error("cannot be stored");
        await receiveMessage(ctx, tools, message, claim);
      },
    });
    imap.deliver(mail("Broken"));
    imap.deliver(mail("Behind it"));
    await expectTexts(["Behind it"]);
    expect(errors.mock.calls.filter(([line]) => String(line).includes("mail-skipped"))).toHaveLength(1);
    errors.mockRestore();
  });

  it("connects again after a lost connection", async () => {
    await startReading();
    imap.dropConnections();
    imap.deliver(mail("After the restart"));
    await expectTexts(["After the restart"]);
  });

  it("reports a wrong password once, shows it to the office and monitoring, and recovers", async () => {
    const boss = { email: "boss@company.example", password: "a password of mine", role: "admin" as const };
    await app.addUser(boss);
    const cookie = await app.signIn(boss);
    const warnings = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const state = async () => {
      const { connections } = await (
        await app.http.request("/api/admin/connections", { headers: { cookie } })
      ).json();
      const readiness = await (await operationsApi(app).request("/readyz")).json();
      const metrics = await (await operationsApi(app).request("/metrics")).text();
      return {
        failure: connections.find(({ name }: { name: string }) => name === "imap").failure,
        isDegraded: readiness.degraded.includes("mailbox-unavailable"),
        gauge: /\nmailbox_up (\d)/.exec(metrics)?.[1],
      };
    };
    imap.acceptedPassword = "another one";
    const before = imap.refusedLogins;
    startReader();
    await vi.waitFor(() => expect(imap.refusedLogins - before).toBeGreaterThan(2), WAIT);
    expect(await state()).toEqual({
      failure: "Not working: the email server rejected the user name or password.",
      ...{ isDegraded: true, gauge: "0" },
    });
    const lines = warnings.mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes("mailbox-unavailable"))).toHaveLength(1);
    expect(lines.join("")).not.toContain("a password");
    imap.acceptedPassword = "a password";
    await vi.waitFor(async () => expect((await mailbox())?.failure).toBeNull(), WAIT);
    expect(await state()).toEqual({ failure: null, isDegraded: false, gauge: "1" });
    warnings.mockRestore();
  });

  it("receives what arrived between the start and a first connection that failed", async () => {
    await imap.close();
    startReader();
    await vi.waitFor(async () => expect((await mailbox())?.failure).toBe("unreachable"), WAIT);
    imap = await startImapServer({ port: app.config.imap!.port });
    expect(imap.url).toBe(imapUrl(app.config.imap!.port));
    imap.deliver(mail("While the server was away"));
    await expectTexts(["While the server was away"]);
  });
});
