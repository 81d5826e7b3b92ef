import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { WhatsappConfig } from "../../config.server";
import type { FileStore } from "../../files/file-store.server";
import type { ChannelProvider, MessageContent, ReceivedMessage, SendOutcome, StatusReport } from "../channel";
import { parseJson, requestProvider } from "./provider-request.server";

export const WHATSAPP = "whatsapp";

/** Limits of the account, the application and a recipient (developers.facebook.com, Cloud API, error codes). */
const THROTTLED_CODES = new Set([4, 80_007, 130_429, 131_048, 131_056]);
/** Meta's text of template parameters has no line breaks and no series of spaces. */
const MAX_PARAMETER_LENGTH = 500;
const MEDIA_TIMEOUT_MS = 20_000;
/** Meta answers 400 for the identifier of a file that it has deleted. */
const GONE_STATUSES = new Set([400, 404, 410]);

const sentBody = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) });
const uploadedBody = z.object({ id: z.string() });
const errorBody = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

/**
 * Template messages by Meta's Cloud API. It knows no idempotency key and lists no messages: after a lost response only
 * the status webhook shows the outcome, by our reference in `biz_opaque_callback_data`.
 */
export function whatsappProvider(config: WhatsappConfig, files: Pick<FileStore, "get">): ChannelProvider {
  const { phoneNumberId, accessToken, apiBase } = config;
  return {
    name: WHATSAPP,

    async send({ id, kind, recipient, content }) {
      const document = await uploadDocument(config, files, content);
      if (document && !document.ok) return document.failure;
      const body = {
        messaging_product: "whatsapp",
        recipient_type: "individual",
        to: recipient.replace(/^\+/, ""),
        ...(content.isSession
          ? sessionMessage(content)
          : { type: "template", template: templateOf(kind, content, document?.header) }),
        biz_opaque_callback_data: id,
      };
      const headers = { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" };
      const response = await requestProvider(
        `${apiBase}/${phoneNumberId}/messages`,
        { method: "POST", headers, body: JSON.stringify(body) },
        describeError,
      );
      if (!response.ok) return response.failure;
      return { outcome: "sent", providerId: sentBody.parse(response.body).messages[0]!.id };
    },
  };
}

function sessionMessage({ text, choices }: MessageContent) {
  if (!choices) return { type: "text", text: { body: text, preview_url: false } };
  const { kind, button, footer, options } = choices;
  const action =
    kind === "list"
      ? { button, sections: [{ rows: options }] }
      : { buttons: options.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) };
  return {
    type: "interactive",
    interactive: {
      type: kind === "list" ? "list" : "button",
      body: { text },
      ...(footer && { footer: { text: footer } }),
      action,
    },
  };
}

type Header = { type: "document"; document: { id: string; filename: string } };

/** Meta stores the file for 30 days and delivers it with the message. A failed upload has sent nothing. */
async function uploadDocument(
  { phoneNumberId, accessToken, apiBase }: WhatsappConfig,
  files: Pick<FileStore, "get">,
  { attachments: [attachment] = [] }: MessageContent,
): Promise<{ ok: true; header: Header } | { ok: false; failure: SendOutcome } | null> {
  if (!attachment) return null;
  const { fileId, fileName } = attachment;
  const bytes = await files.get(fileId);
  if (!bytes) return { ok: false, failure: { outcome: "rejected", reason: "The PDF no longer exists" } };
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", "application/pdf");
  form.set("file", new Blob([new Uint8Array(bytes)], { type: "application/pdf" }), fileName);
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await requestProvider(
    `${apiBase}/${phoneNumberId}/media`,
    { method: "POST", headers, body: form },
    describeError,
  );
  if (response.ok) {
    const { id } = uploadedBody.parse(response.body);
    return { ok: true, header: { type: "document", document: { id, filename: fileName } } };
  }
  const { failure } = response;
  return {
    ok: false,
    failure:
      failure.outcome === "unanswered"
        ? { outcome: "postponed", reason: failure.reason, retryAfterMs: null }
        : failure,
  };
}

/**
 * One template for each kind: a document in the header if the kind has one, two parameters of the body, and a button
 * whose address ends with the parameter.
 */
function templateOf(kind: string, { title, body, url, language }: MessageContent, header?: Header) {
  const { pathname, search } = url ? new URL(url) : { pathname: "", search: "" };
  const button = {
    ...{ type: "button", sub_type: "url", index: "0" },
    parameters: [textParameter(pathname.slice(1) + search)],
  };
  return {
    name: kind.replaceAll("-", "_"),
    language: { code: language },
    components: [
      ...(header ? [{ type: "header", parameters: [header] }] : []),
      { type: "body", parameters: [textParameter(title), textParameter(body || title)] },
      ...(url ? [button] : []),
    ],
  };
}

function textParameter(text: string) {
  return { type: "text", text: text.replace(/\s+/g, " ").trim().slice(0, MAX_PARAMETER_LENGTH) };
}

function describeError(body: unknown, status: number) {
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return { reason: `WhatsApp answered ${status}` };
  const { code, message } = parsed.data.error;
  return { reason: `WhatsApp ${code}: ${message}`, isThrottled: THROTTLED_CODES.has(code) };
}

export function whatsappSignature(appSecret: string, body: string): string {
  return `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
}

export function isWhatsappSignature(
  { appSecret }: Pick<WhatsappConfig, "appSecret">,
  body: string,
  signature: string,
): boolean {
  const expected = Buffer.from(whatsappSignature(appSecret, body));
  const actual = Buffer.from(signature);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const media = z.object({
  id: z.string(),
  mime_type: z._default(z.string(), "application/octet-stream"),
  caption: z.optional(z.string()),
  filename: z.optional(z.string()),
});
const reply = z.object({ id: z.optional(z.string()), title: z.string() });

/** Fields of the types of messages that are shown; others, such as contact cards, keep no content. */
const receivedBody = z.object({
  from: z.string(),
  id: z.string(),
  timestamp: z.string(),
  type: z._default(z.string(), "unknown"),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ text: z.string() })),
  interactive: z.optional(z.object({ button_reply: z.optional(reply), list_reply: z.optional(reply) })),
  location: z.optional(
    z.object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.optional(z.string()),
      address: z.optional(z.string()),
    }),
  ),
  image: z.optional(media),
  document: z.optional(media),
  audio: z.optional(media),
  video: z.optional(media),
  sticker: z.optional(media),
});

const notification = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.optional(
              z.array(
                z.object({
                  id: z.string(),
                  status: z.string(),
                  timestamp: z.string(),
                  biz_opaque_callback_data: z.optional(z.string()),
                  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
                }),
              ),
            ),
            contacts: z.optional(
              z.array(
                z.object({
                  wa_id: z.string(),
                  profile: z.optional(z.object({ name: z.optional(z.string()) })),
                }),
              ),
            ),
            messages: z.optional(z.array(receivedBody)),
          }),
        }),
      ),
    }),
  ),
});

const STATES: Readonly<Record<string, StatusReport["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Status reports and received messages of a notification. Other notifications are empty. */
export function readWhatsappNotification(body: string): {
  reports: StatusReport[];
  received: ReceivedMessage[];
} {
  const parsed = notification.safeParse(parseJson(body));
  const values = parsed.success
    ? parsed.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
    : [];
  const reports = values
    .flatMap(({ statuses }) => statuses ?? [])
    .flatMap(({ id: providerId, status, timestamp, biz_opaque_callback_data: reference, errors }) => {
      const state = STATES[status];
      const [error] = errors ?? [];
      if (!state) return [];
      return {
        ...{ provider: WHATSAPP, providerId, state, at: instantOf(timestamp) },
        id: reference && UUID.test(reference) ? reference : null,
        ...(error && { error: `WhatsApp ${error.code}: ${error.title ?? "failed"}` }),
      };
    });
  const received = values.flatMap(({ messages = [], contacts = [] }) =>
    // A reaction refers to a message and needs no answer.
    messages
      .filter(({ type }) => type !== "reaction")
      .map((message) => ({
        ...receivedMessage(message),
        name: contacts.find(({ wa_id }) => wa_id === message.from)?.profile?.name ?? null,
      })),
  );
  return { reports, received };
}

function receivedMessage(message: z.output<typeof receivedBody>): Omit<ReceivedMessage, "name"> {
  const { from, id, timestamp, text, button, interactive, location } = message;
  const file = message.image ?? message.document ?? message.audio ?? message.video ?? message.sticker;
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  return {
    ...{
      provider: WHATSAPP,
      providerId: id,
      channel: "whatsapp",
      from: `+${from}`,
      at: instantOf(timestamp),
    },
    text: text?.body ?? button?.text ?? chosen?.title ?? file?.caption ?? "",
    ...(chosen?.id !== undefined && { choice: chosen.id }),
    ...(location && { location: { name: null, address: null, ...location } }),
    files: file ? [{ mediaId: file.id, contentType: file.mime_type, fileName: file.filename ?? null }] : [],
  };
}

function instantOf(seconds: string): Date {
  return new Date(Number(seconds) * 1000);
}

const mediaBody = z.object({ url: z.url() });

/**
 * Content of a received file. Meta's address of it is valid for five minutes and needs the token
 * (developers.facebook.com, Cloud API, media). Null if Meta no longer has the file. Throws if it cannot be reached.
 */
export async function fetchWhatsappMedia(
  { accessToken, apiBase }: WhatsappConfig,
  mediaId: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const get = (url: string) =>
    fetch(url, { headers, redirect: "error", signal: AbortSignal.timeout(MEDIA_TIMEOUT_MS) });
  const described = await get(`${apiBase}/${encodeURIComponent(mediaId)}`);
  if (GONE_STATUSES.has(described.status)) return null;
  if (!described.ok) throw new Error(`WhatsApp answered ${described.status}`);
  const { url } = mediaBody.parse(await described.json());
  const content = await get(url);
  if (GONE_STATUSES.has(content.status)) return null;
  if (!content.ok) throw new Error(`WhatsApp answered ${content.status} for the content`);
  if (Number(content.headers.get("Content-Length") ?? 0) > maxBytes) return null;
  const bytes = new Uint8Array(await content.arrayBuffer());
  return bytes.byteLength > maxBytes ? null : bytes;
}
