import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";

export interface StoredMail {
  uid: number;
  raw: string;
  arrivedAt: Date;
  /** Size that the server names; by default the real one. */
  namedBytes?: number;
}

export interface ImapServer {
  /** IMAP_URL of the account. */
  url: string;
  port: number;
  uidValidity: number;
  mails: StoredMail[];
  /** Commands of all clients, such as "UID FETCH". */
  commands: string[];
  /** Adds an email and notifies clients in IDLE. `raw`: with line feeds only. */
  deliver(raw: string, arrivedAt?: Date): StoredMail;
  /** Renumbers all emails, as a restored mailbox does. */
  renumber(): void;
  acceptedPassword: string;
  /** Clients refused because of their password. */
  refusedLogins: number;
  dropConnections(): void;
  close(): Promise<void>;
}

export const IMAP_USER = "office@company.example";
export const IMAP_PASSWORD = "a password";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The part of IMAP4rev1 (RFC 3501) and IDLE (RFC 2177) that a reader needs, with one account and the folder INBOX. */
export async function startImapServer({ port = 0 } = {}): Promise<ImapServer> {
  const idle = new Map<Socket, string>();
  const sockets = new Set<Socket>();
  const imap: ImapServer = {
    ...{ url: "", port: 0, uidValidity: 1000, mails: [], commands: [] },
    ...{ acceptedPassword: IMAP_PASSWORD, refusedLogins: 0 },
    deliver(raw, arrivedAt = new Date()) {
      const uid = (imap.mails.at(-1)?.uid ?? 0) + 1;
      const mail = { uid, raw: raw.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n"), arrivedAt };
      imap.mails.push(mail);
      for (const socket of idle.keys()) socket.write(`* ${imap.mails.length} EXISTS\r\n`);
      return mail;
    },
    renumber() {
      imap.uidValidity++;
      imap.mails = imap.mails.map((mail, index) => ({ ...mail, uid: index + 1 }));
      imap.dropConnections();
    },
    dropConnections() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        imap.dropConnections();
      }),
  };

  function answer(socket: Socket, line: string): unknown {
    const idleTag = idle.get(socket);
    if (idleTag && line.toUpperCase() === "DONE") {
      idle.delete(socket);
      return socket.write(`${idleTag} OK done\r\n`);
    }
    const [tag = "*", first = "", ...rest] = line.split(" ");
    const isUid = first.toUpperCase() === "UID";
    const name = (isUid ? `UID ${rest[0]}` : first).toUpperCase();
    const parameters = (isUid ? rest.slice(1) : rest).join(" ");
    imap.commands.push(name);
    const end = (text: string) => socket.write(`${tag} ${text}\r\n`);
    switch (name) {
      case "CAPABILITY":
        socket.write("* CAPABILITY IMAP4rev1 IDLE\r\n");
        return end("OK done");
      case "NOOP":
        return end("OK done");
      case "LOGIN": {
        if (parameters.endsWith(` "${imap.acceptedPassword}"`)) return end("OK signed in");
        imap.refusedLogins++;
        return end("NO [AUTHENTICATIONFAILED] Invalid credentials");
      }
      case "LSUB":
        return end("OK done");
      case "LIST":
        socket.write('* LIST (\\HasNoChildren) "/" INBOX\r\n');
        return end("OK done");
      case "EXAMINE": {
        if (!/^"?INBOX"?\b/i.test(parameters)) return end("NO [NONEXISTENT] No such mailbox");
        const next = (imap.mails.at(-1)?.uid ?? 0) + 1;
        socket.write(
          `* FLAGS (\\Seen)\r\n* ${imap.mails.length} EXISTS\r\n* OK [UIDVALIDITY ${imap.uidValidity}] .\r\n* OK [UIDNEXT ${next}] .\r\n`,
        );
        return end("OK [READ-ONLY] done");
      }
      case "UID SEARCH": {
        const [, from = "1"] = /UID (\d+):\*/.exec(parameters) ?? [];
        const [, day = "1", month = "Jan", year = "1970"] =
          /SINCE "?(\d+)-(\w+)-(\d+)/.exec(parameters) ?? [];
        const since = Date.UTC(Number(year), MONTHS.indexOf(month), Number(day));
        const last = imap.mails.at(-1)?.uid;
        const found = imap.mails.filter(
          ({ uid, arrivedAt }) => (uid >= Number(from) || uid === last) && arrivedAt.getTime() >= since,
        );
        socket.write(`* SEARCH${found.map(({ uid }) => ` ${uid}`).join("")}\r\n`);
        return end("OK done");
      }
      case "UID FETCH": {
        const index = imap.mails.findIndex(({ uid }) => uid === Number.parseInt(parameters, 10));
        const mail = imap.mails[index];
        if (mail) socket.write(fetched(mail, index + 1, parameters));
        return end("OK done");
      }
      case "IDLE":
        idle.set(socket, tag);
        return socket.write("+ idling\r\n");
      case "LOGOUT":
        return socket.end(`* BYE\r\n${tag} OK done\r\n`);
      default:
        return end("BAD unknown command");
    }
  }

  // Several writes of a response would otherwise wait 40 ms for each other.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      idle.delete(socket);
    });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      for (let end = received.indexOf("\r\n"); end >= 0; end = received.indexOf("\r\n")) {
        const line = received.slice(0, end);
        received = received.slice(end + 2);
        answer(socket, line);
      }
    });
    socket.write("* OK ready\r\n");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  imap.port = (server.address() as AddressInfo).port;
  imap.url = imapUrl(imap.port);
  return imap;
}

export function imapUrl(port: number): string {
  return `imap://${encodeURIComponent(IMAP_USER)}:${encodeURIComponent(IMAP_PASSWORD)}@127.0.0.1:${port}`;
}

function fetched({ uid, raw, arrivedAt, namedBytes }: StoredMail, sequence: number, query: string): string {
  const literal = (text: string) => `{${Buffer.byteLength(text)}}\r\n${text}`;
  const items = [`UID ${uid}`];
  if (query.includes("RFC822.SIZE")) items.push(`RFC822.SIZE ${namedBytes ?? Buffer.byteLength(raw)}`);
  if (query.includes("INTERNALDATE")) items.push(`INTERNALDATE "${imapDate(arrivedAt)}"`);
  if (query.includes("BODY.PEEK[HEADER]"))
    items.push(`BODY[HEADER] ${literal(`${raw.split("\r\n\r\n")[0]}\r\n\r\n`)}`);
  if (query.includes("BODY.PEEK[]")) items.push(`BODY[] ${literal(raw)}`);
  return `* ${sequence} FETCH (${items.join(" ")})\r\n`;
}

function imapDate(date: Date): string {
  const [day, month, year] = [date.getUTCDate(), MONTHS[date.getUTCMonth()], date.getUTCFullYear()];
  return `${String(day).padStart(2, "0")}-${month}-${year} ${date.toISOString().slice(11, 19)} +0000`;
}
