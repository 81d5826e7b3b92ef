import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { whatsappSignature } from "~/platform/messaging/providers/whatsapp.server";

export const WHATSAPP_NUMBER_ID = "106540352242922";
const TOKEN = "token of the stand-in";
const APP_SECRET = "app secret of the stand-in";
export const WHATSAPP_VERIFY_TOKEN = "verify token of the stand-in";

interface SentTemplate {
  id: string;
  to: string;
  reference: string;
  template: {
    name: string;
    language: { code: string };
    components: { type: string; parameters: { type: string; text: string }[] }[];
  };
}

export interface FakeWhatsapp {
  env: Record<string, string>;
  messages: SentTemplate[];
  /** Meta's error for all requests; null: accepted. */
  failure: { status: number; code: number; message: string } | null;
  /** Templates that Meta has approved; null: all. */
  approved: readonly string[] | null;
  /** If true, accepts messages but loses the responses. */
  dropsResponses: boolean;
  /** A signed status notification. */
  report(message: SentTemplate, status: string, error?: { code: number; title: string }): SignedBody;
  /** A signed notification of a received text. */
  receive(from: string, text: string): SignedBody;
  close(): Promise<void>;
}

interface SignedBody {
  path: string;
  body: string;
  headers: Record<string, string>;
}

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
  const seconds = () => String(Math.floor(Date.now() / 1000));
  const whatsapp: FakeWhatsapp = {
    ...{ env: {}, messages: [], failure: null, approved: null, dropsResponses: false },

    report({ id, to, reference }, status, error) {
      const one = { id, status, timestamp: seconds(), recipient_id: to, biz_opaque_callback_data: reference };
      return sign({ statuses: [{ ...one, ...(error && { errors: [error] }) }] });
    },

    receive(from, text) {
      const id = `wamid.${randomBytes(12).toString("base64url")}`;
      const sender = from.replace("+", "");
      const message = { from: sender, id, timestamp: seconds(), type: "text", text: { body: text } };
      return sign({
        contacts: [{ profile: { name: "Aisha" }, wa_id: sender }],
        messages: [message],
      });
    },

    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const server = createServer(async (request, response) => {
    const sent = Buffer.concat(await request.toArray()).toString();
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    const fail = (status: number, code: number, message: string) =>
      reply(status, { error: { message: `(#${code}) ${message}`, type: "OAuthException", code } });
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return fail(401, 190, "Invalid OAuth access token");
    if (request.url !== `/v23.0/${WHATSAPP_NUMBER_ID}/messages`) return fail(404, 100, "Unsupported request");
    const { failure } = whatsapp;
    if (failure) return fail(failure.status, failure.code, failure.message);
    const { to, template, biz_opaque_callback_data: reference } = JSON.parse(sent);
    if (!/^\d{7,15}$/.test(to)) return fail(400, 131_009, "Parameter value is not valid");
    if (whatsapp.approved && !whatsapp.approved.includes(template.name))
      return fail(404, 132_001, "Template name does not exist in the translation");
    const message = { id: `wamid.${randomBytes(12).toString("base64url")}`, to, template, reference };
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
