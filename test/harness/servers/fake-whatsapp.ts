import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { whatsappSignature } from "~/platform/messaging/providers/whatsapp.server";

export const WHATSAPP_NUMBER_ID = "106540352242922";
const TOKEN = "token of the stand-in";
const APP_SECRET = "app secret of the stand-in";
export const WHATSAPP_VERIFY_TOKEN = "verify token of the stand-in";

interface SentMessage {
  id: string;
  to: string;
  reference: string;
  /** Free text; empty for templates. */
  text: string;
  template: {
    name: string;
    language: { code: string };
    components: {
      type: string;
      parameters: { type: string; text: string; document?: { id: string; filename: string } }[];
    }[];
  };
  /** Buttons, or rows of the list; empty for other messages. */
  options: FakeOption[];
}

export interface FakeOption {
  id: string;
  title: string;
  description?: string;
}

export interface FakeWhatsapp {
  env: Record<string, string>;
  messages: SentMessage[];
  /** Meta's error for all requests; null: accepted. */
  failure: { status: number; code: number; message: string } | null;
  /** Templates that Meta has approved; null: all. */
  approved: readonly string[] | null;
  /** If true, accepts messages but loses the responses. */
  dropsResponses: boolean;
  /** Content of received files by their identifier; null: fails for now. Others are gone. */
  media: Map<string, { contentType: string; bytes: Uint8Array } | null>;
  /** PDFs that were uploaded for messages, by their identifier. */
  uploads: Map<string, Uint8Array>;
  /** A signed notification of a tapped button or row. */
  tap(from: string, option: FakeOption, options?: { id?: string; at?: Date }): SignedBody;
  /** A signed status notification. */
  report(message: SentMessage, status: string, error?: { code: number; title: string }): SignedBody;
  /** A signed notification of a received text, or of another type of message. */
  receive(
    from: string,
    content: string | ReceivedContent,
    options?: { id?: string; at?: Date; name?: string },
  ): SignedBody;
  close(): Promise<void>;
}

/** Type of the message and its field, such as `{ type: "location", location: { … } }`. */
type ReceivedContent = { type: string } & Record<string, unknown>;

interface SignedBody {
  path: string;
  body: string;
  headers: Record<string, string>;
}

const newId = () => `wamid.${randomBytes(12).toString("base64url")}`;
/** Meta accepts free text for this long after a message of the recipient. */
const WINDOW_MS = 24 * 3_600_000;

/** A local server for the used parts of Meta's Cloud API, with its errors and signed webhooks. */
export async function startFakeWhatsapp(): Promise<FakeWhatsapp> {
  const metadata = { display_phone_number: "97145550100", phone_number_id: WHATSAPP_NUMBER_ID };
  const sign = (value: object): SignedBody => {
    const change = { field: "messages", value: { messaging_product: "whatsapp", metadata, ...value } };
    const entry = [{ id: "102290129340398", changes: [change] }];
    const body = JSON.stringify({ object: "whatsapp_business_account", entry });
    return {
      path: "/api/messages/whatsapp",
      body,
      headers: {
        "Content-Type": "application/json",
        "X-Hub-Signature-256": whatsappSignature(APP_SECRET, body),
      },
    };
  };
  const seconds = (at = new Date()) => String(Math.floor(at.getTime() / 1000));
  /** Time of the latest message of each sender. */
  const receivedAt = new Map<string, number>();
  const whatsapp: FakeWhatsapp = {
    ...{ env: {}, messages: [], failure: null, approved: null, dropsResponses: false, media: new Map() },
    uploads: new Map(),

    report({ id, to, reference }, status, error) {
      const one = { id, status, timestamp: seconds(), recipient_id: to, biz_opaque_callback_data: reference };
      return sign({ statuses: [{ ...one, ...(error && { errors: [error] }) }] });
    },

    receive(from, content, { id = newId(), at, name = "Aisha" } = {}) {
      const sender = from.replace("+", "");
      receivedAt.set(sender, Math.max(receivedAt.get(sender) ?? 0, (at ?? new Date()).getTime()));
      const typed = typeof content === "string" ? { type: "text", text: { body: content } } : content;
      const message = { from: sender, id, timestamp: seconds(at), ...typed };
      return sign({ contacts: [{ profile: { name }, wa_id: sender }], messages: [message] });
    },

    tap(from, { id, title }, options) {
      const interactive = { type: "list_reply", list_reply: { id, title } };
      return whatsapp.receive(from, { type: "interactive", interactive }, options);
    },

    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const sent = body.toString();
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const fail = (status: number, code: number, message: string) =>
      reply(status, { error: { message: `(#${code}) ${message}`, type: "OAuthException", code } });
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return fail(401, 190, "Invalid OAuth access token");
    const [, file] = /^\/v23\.0\/(media-[\w-]+)$/.exec(request.url ?? "") ?? [];
    if (file) {
      const known = whatsapp.media.get(file);
      if (known === null) return fail(500, 131_000, "Something went wrong");
      if (!known) return fail(400, 100, "Object does not exist");
      const url = `http://${request.headers.host}/content/${file}`;
      return reply(200, { messaging_product: "whatsapp", id: file, url, mime_type: known.contentType });
    }
    const [, content] = /^\/content\/(media-[\w-]+)$/.exec(request.url ?? "") ?? [];
    if (content) {
      const { contentType, bytes } = whatsapp.media.get(content)!;
      return response.writeHead(200, { "Content-Type": contentType }).end(bytes);
    }
    const isUpload = request.url === `/v23.0/${WHATSAPP_NUMBER_ID}/media`;
    if (!isUpload && request.url !== `/v23.0/${WHATSAPP_NUMBER_ID}/messages`)
      return fail(404, 100, "Unsupported request");
    const { failure } = whatsapp;
    if (isUpload) {
      if (failure) return fail(failure.status, failure.code, failure.message);
      const bytes = new Uint8Array(body.subarray(body.indexOf("%PDF-"), body.lastIndexOf("%%EOF") + 5));
      const id = `media-${randomBytes(6).toString("hex")}`;
      whatsapp.uploads.set(id, bytes);
      return reply(200, { id });
    }
    if (failure) return fail(failure.status, failure.code, failure.message);
    const { to, type, text, template, interactive, biz_opaque_callback_data: reference } = JSON.parse(sent);
    if (!/^\d{7,15}$/.test(to)) return fail(400, 131_009, "Parameter value is not valid");
    if (type !== "template" && Date.now() - (receivedAt.get(to) ?? 0) > WINDOW_MS)
      return fail(400, 131_047, "Re-engagement message");
    const attached = template?.components.find(({ type }: { type: string }) => type === "header");
    if (attached && !whatsapp.uploads.has(attached.parameters[0].document.id))
      return fail(400, 131_053, "Media upload error");
    const options = optionsOf(interactive);
    const broken = interactive && brokenLimit(interactive, options);
    if (broken) return fail(400, 131_009, broken);
    if (type === "template" && whatsapp.approved && !whatsapp.approved.includes(template.name))
      return fail(404, 132_001, "Template name does not exist in the translation");
    const message = {
      id: newId(),
      to,
      template,
      text: text?.body ?? interactive?.body.text ?? "",
      options,
      reference,
    };
    whatsapp.messages.push(message);
    if (whatsapp.dropsResponses) return request.socket.destroy();
    return reply(200, {
      messaging_product: "whatsapp",
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: message.id, message_status: "accepted" }],
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  whatsapp.env = {
    WHATSAPP_PHONE_NUMBER_ID: WHATSAPP_NUMBER_ID,
    WHATSAPP_ACCESS_TOKEN: TOKEN,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WHATSAPP_VERIFY_TOKEN,
    WHATSAPP_API_BASE: `http://127.0.0.1:${port}/v23.0`,
  };
  return whatsapp;
}

interface Interactive {
  type: "button" | "list";
  body: { text: string };
  footer?: { text: string };
  action: {
    button?: string;
    sections?: { rows: FakeOption[] }[];
    buttons?: { reply: FakeOption }[];
  };
}

function optionsOf(interactive: Interactive | undefined): FakeOption[] {
  const { buttons = [], sections = [] } = interactive?.action ?? {};
  return [...buttons.map(({ reply }) => reply), ...sections.flatMap(({ rows }) => rows)];
}

/** Limits of Meta's interactive messages; null if all are kept. */
function brokenLimit({ type, body, footer, action }: Interactive, options: FakeOption[]): string | null {
  const [most, title] = type === "list" ? [10, 24] : [3, 20];
  const isOut = (text: string | undefined, max: number) => text === "" || (text?.length ?? 0) > max;
  const has = (broken: boolean, name: string) => (broken ? [name] : []);
  const [first = null] = [
    ...has(isOut(body.text, type === "list" ? 4096 : 1024), "body"),
    ...has(isOut(footer?.text, 60), "footer"),
    ...has(type === "list" && (!action.button || isOut(action.button, 20)), "button"),
    ...has(options.length === 0 || options.length > most, "number of options"),
    ...has(
      options.some((option) => isOut(option.title, title)),
      "title",
    ),
    ...has(
      options.some((option) => isOut(option.description, 72)),
      "description",
    ),
    ...has(
      options.some((option) => isOut(option.id, 200)),
      "id",
    ),
    ...has(new Set(options.map(({ id }) => id)).size < options.length, "repeated id"),
  ];
  return first;
}
