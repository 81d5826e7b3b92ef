import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

const APP_SID = "standin0000000000000000000001";
const SENDER_ID = "Rukn";
export const UNIFONIC_KEY = "key-of-the-stand-in-webhook";

interface UnifonicMessage {
  id: string;
  to: string;
  body: string;
  correlationId: string | null;
}

export interface FakeUnifonic {
  env: Record<string, string>;
  /** All calls, such as "POST messages". */
  calls: string[];
  messages: UnifonicMessage[];
  /** Answer by recipient, or to all with "*". */
  failures: Map<string, { status: number; code: string; message: string; retryAfter?: number }>;
  /** If true, accepts messages but loses the responses. */
  dropsResponses: boolean;
  /** Delays responses until resolved. */
  responseGate: Promise<void> | null;
  /** Delivery receipt as Unifonic posts it. */
  report(
    message: UnifonicMessage,
    status: "Delivered" | "Undeliverable",
  ): {
    path: string;
    body: string;
    headers: Record<string, string>;
  };
  close(): Promise<void>;
}

/**
 * A local server for the used parts of Unifonic's SMS API (https://docs.unifonic.com/reference): form encoding, recipients
 * without "+", its envelope and its status codes, such as 410 for a recipient and 480 for a sender.
 */
export async function startFakeUnifonic(): Promise<FakeUnifonic> {
  let number = 42_000_348_806_000;
  const unifonic: FakeUnifonic = {
    env: {},
    calls: [],
    messages: [],
    failures: new Map(),
    dropsResponses: false,
    responseGate: null,

    report({ id, to }, status) {
      const form = new URLSearchParams({
        ...{ MessageID: id, DLR: status, Recipient: to, TimeCreated: "2026-11-23 09:00:00" },
        ...{ SCTS: "2026-11-23 09:00:05", DLRTimestamp: "2026-11-23 09:00:06" },
      });
      return {
        path: `/api/messages/unifonic/${UNIFONIC_KEY}`,
        body: form.toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      };
    },

    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const refused = (status: number, code: string, message: string, retryAfter?: number) => ({
    status,
    body: { success: false, message, errorCode: code, data: null } as object,
    headers: (retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }) as Record<
      string,
      string
    >,
  });

  async function answer(request: IncomingMessage) {
    const { pathname } = new URL(request.url ?? "/", "http://unifonic");
    const sent = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    unifonic.calls.push(`${request.method} ${pathname.split("/").at(-1)}`);
    if (pathname !== "/rest/SMS/messages") return refused(404, "ER-404", "Incompatible API version");
    if (sent.get("AppSid") !== APP_SID) return refused(401, "ER-01", "Authentication failed");
    const to = sent.get("Recipient") ?? "";
    const failure = unifonic.failures.get(`+${to}`) ?? unifonic.failures.get("*");
    if (failure) return refused(failure.status, failure.code, failure.message, failure.retryAfter);
    if (!/^[1-9]\d{6,14}$/.test(to)) return refused(410, "ER-10", "Invalid recipient format");
    const body = sent.get("Body") ?? "";
    if (!body) return refused(449, "ER-49", "Message body is empty");
    if (sent.get("SenderID") !== SENDER_ID)
      return refused(480, "ER-80", "This user cannot use specified SenderID");
    const message = { id: String(++number), to, body, correlationId: sent.get("CorrelationID") };
    unifonic.messages.push(message);
    return {
      status: 200,
      headers: {},
      body: {
        ...{ success: true, message: "", errorCode: "ER-00" },
        data: {
          ...{ MessageID: number, CorrelationID: message.correlationId, Status: "Sent", NumberOfUnits: 1 },
          ...{ Cost: 0.04, Balance: "12.5", Recipient: to, TimeCreated: "2026-11-23 09:00:00" },
          CurrencyCode: "USD",
        },
      },
    };
  }

  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request);
    await unifonic.responseGate;
    if (unifonic.dropsResponses) {
      request.socket.destroy();
      return;
    }
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  unifonic.env = {
    UNIFONIC_APP_SID: APP_SID,
    UNIFONIC_SENDER_ID: SENDER_ID,
    UNIFONIC_WEBHOOK_KEY: UNIFONIC_KEY,
    UNIFONIC_API_BASE: `http://127.0.0.1:${port}`,
  };
  return unifonic;
}
