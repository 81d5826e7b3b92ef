import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { twilioSignature } from "~/platform/messaging/providers/twilio.server";

export const TWILIO_SID = `AC${"1".repeat(32)}`;
export const TWILIO_TOKEN = "token of the stand-in";
export const TWILIO_FROM = "+14155550100";

interface TwilioMessage {
  sid: string;
  to: string;
  body: string;
  status: string;
  statusCallback: string | null;
  createdAt: Date;
}

/** Response of the next requests; null: accepted. */
export interface TwilioFailure {
  status: number;
  code: number;
  message: string;
  retryAfter?: number;
}

export interface FakeTwilio {
  env: Record<string, string>;
  /** All calls, such as "POST Messages". */
  calls: string[];
  messages: TwilioMessage[];
  /** Answer by recipient, or to all with "*". */
  failures: Map<string, TwilioFailure>;
  /** If true, accepts messages but loses the responses. */
  dropsResponses: boolean;
  /** If true, lists answer 503. */
  failsList: boolean;
  /** Delays responses until resolved. */
  responseGate: Promise<void> | null;
  /** Body and headers of a status callback, signed as by Twilio. */
  report(message: TwilioMessage, status: string, errorCode?: string): SignedForm;
  /** Body and headers of a received SMS. */
  receive(publicUrl: string, from: string, body: string, sid?: string): SignedForm;
  close(): Promise<void>;
}

interface SignedForm {
  path: string;
  body: string;
  headers: Record<string, string>;
}

/**
 * A local server for the used parts of Twilio's Messages API (https://www.twilio.com/docs/messaging/api): form
 * encoding, basic authentication, error codes and the list by recipient. Callbacks are signed as by Twilio.
 */
export async function startFakeTwilio({ token = TWILIO_TOKEN } = {}): Promise<FakeTwilio> {
  const sign = (url: string, fields: Record<string, string>): SignedForm => {
    const form = new URLSearchParams(fields);
    return {
      path: new URL(url).pathname,
      body: form.toString(),
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": twilioSignature(token, url, form),
      },
    };
  };
  const twilio: FakeTwilio = {
    env: {},
    calls: [],
    messages: [],
    failures: new Map(),
    dropsResponses: false,
    failsList: false,
    responseGate: null,

    report({ sid, to, statusCallback }, status, errorCode) {
      if (!statusCallback) throw new Error("The message has no status callback");
      return sign(statusCallback, {
        ...{ AccountSid: TWILIO_SID, MessageSid: sid, SmsSid: sid, MessageStatus: status, SmsStatus: status },
        ...{
          From: TWILIO_FROM,
          To: to,
          ApiVersion: "2010-04-01",
          ...(errorCode && { ErrorCode: errorCode }),
        },
      });
    },

    receive(publicUrl, from, body, sid = `SM${randomBytes(16).toString("hex")}`) {
      return sign(`${publicUrl}/api/messages/twilio/incoming`, {
        ...{ AccountSid: TWILIO_SID, MessageSid: sid, From: from, To: TWILIO_FROM, Body: body },
        ...{ NumMedia: "0", NumSegments: "1", ApiVersion: "2010-04-01" },
      });
    },

    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", "http://twilio");
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    twilio.calls.push(`${request.method} ${url.pathname.split("/").at(-1)?.replace(".json", "")}`);
    const credentials = Buffer.from(`${TWILIO_SID}:${token}`).toString("base64");
    if (request.headers.authorization !== `Basic ${credentials}`)
      return errorAnswer({ status: 401, code: 20_003, message: "Authenticate" });
    if (url.pathname !== `/2010-04-01/Accounts/${TWILIO_SID}/Messages.json`)
      return errorAnswer({ status: 404, code: 20_404, message: "The requested resource was not found" });
    if (request.method === "GET") return listAnswer(url.searchParams);
    const to = sent.get("To") ?? "";
    const failure = twilio.failures.get(to) ?? twilio.failures.get("*");
    if (failure) return errorAnswer(failure);
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return errorAnswer({ status: 400, code: 21_211, message: `Invalid 'To' Phone Number: ${to}` });
    const body = sent.get("Body") ?? "";
    if (!body) return errorAnswer({ status: 400, code: 21_602, message: "Message body is required." });
    if (sent.get("From") !== TWILIO_FROM)
      return errorAnswer({ status: 400, code: 21_606, message: "The 'From' phone number is not valid" });
    const message: TwilioMessage = {
      ...{ sid: `SM${randomBytes(16).toString("hex")}`, to, body, status: "queued" },
      ...{ statusCallback: sent.get("StatusCallback"), createdAt: new Date() },
    };
    twilio.messages.push(message);
    return { status: 201, body: resourceOf(message) };
  }

  function listAnswer(query: URLSearchParams): Answer {
    if (twilio.failsList) return errorAnswer({ status: 503, code: 20_503, message: "Service unavailable" });
    const listed = twilio.messages.filter(({ to }) => !twilio.failsList && to === query.get("To"));
    return { status: 200, body: { messages: listed.map(resourceOf).reverse(), next_page_uri: null } };
  }

  const server = createServer(async (request, response) => {
    const { status, body, headers = {} } = await answer(request);
    await twilio.responseGate;
    if (twilio.dropsResponses && request.method === "POST") {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  twilio.env = {
    TWILIO_ACCOUNT_SID: TWILIO_SID,
    TWILIO_AUTH_TOKEN: token,
    TWILIO_FROM,
    TWILIO_API_BASE: `http://127.0.0.1:${port}`,
  };
  return twilio;
}

interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

function errorAnswer({ status, code, message, retryAfter }: TwilioFailure): Answer {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return {
    status,
    body: { code, message, more_info, status },
    headers: retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
  };
}

function resourceOf({ sid, to, body, status, createdAt }: TwilioMessage) {
  return {
    ...{ sid, to, body, status, account_sid: TWILIO_SID, from: TWILIO_FROM, direction: "outbound-api" },
    ...{ date_created: createdAt.toUTCString(), date_sent: null, error_code: null, error_message: null },
    ...{ num_segments: "1", price: null, price_unit: "USD", messaging_service_sid: null },
  };
}
