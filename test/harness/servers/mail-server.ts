import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string[];
  raw: string;
}

export interface MailServer {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Response to a recipient; null accepts. */
  answer: (recipient: string) => (Error & { responseCode?: number }) | null;
  /** Response to the sender after the email was received and stored; null accepts. */
  answerContent: (mail: ReceivedMail) => Promise<(Error & { responseCode?: number }) | null>;
  /** Resolves when that many emails have arrived. */
  waitFor(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server on a free local port (or `port`), which stores received emails. */
export async function startMailServer({ port = 0 } = {}): Promise<MailServer> {
  const waiting = new Set<() => void>();
  const mails: MailServer = {
    url: "",
    port: 0,
    received: [],
    answer: () => null,
    answerContent: async () => null,
    waitFor(count) {
      return new Promise((resolve) => {
        const check = () => {
          if (mails.received.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onRcptTo: (address, _session, done) => done(mails.answer(address.address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        };
        mails.received.push(mail);
        for (const check of [...waiting]) check();
        mails.answerContent(mail).then(done);
      });
    },
  });
  // Ignores clients that disconnect.
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  mails.port = (server.server.address() as AddressInfo).port;
  mails.url = `smtp://127.0.0.1:${mails.port}`;
  return mails;
}
