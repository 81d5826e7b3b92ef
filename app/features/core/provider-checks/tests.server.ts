import { randomBytes, randomUUID } from "node:crypto";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { createMailTransport } from "~/platform/mail/mail-transport.server";
import { MailboxFailed, type MailboxFailure, openMailbox } from "~/platform/messaging/providers/imap.server";
import type { Connection, TestableConnection } from "./connections";

/** Result of a test, as text. */
export interface TestResult {
  success: boolean;
  message: string;
}

interface Tester {
  /** Recipient of the test email. */
  name: string;
  email: string;
}

type Test = (config: Config, by: Tester, timeoutMs: number) => Promise<TestResult>;

/** Time limit of a test, because a user waits at the button. */
const TIMEOUT_MS = 15_000;

export function isConfigured(config: Config, connection: Connection): boolean {
  const { smtpUrl, imap, stripeSecretKey, googleMapsApiKey, gaMeasurementId, s3Url } = config;
  const { twilio, unifonic, whatsapp } = config;
  const values = {
    smtp: smtpUrl,
    imap,
    sms: twilio ?? unifonic,
    whatsapp,
    stripe: stripeSecretKey,
    maps: googleMapsApiKey,
    analytics: gaMeasurementId,
    s3: s3Url,
  };
  return values[connection] !== undefined;
}

/** Tests a service with its current configuration. Answers are reported without our secrets. */
export async function testConnection(
  config: Config,
  connection: TestableConnection,
  by: Tester,
  timeoutMs = TIMEOUT_MS,
): Promise<TestResult> {
  if (!isConfigured(config, connection)) return { success: false, message: m.connections_off() };
  try {
    return await tests[connection](config, by, timeoutMs);
  } catch (error) {
    if (isUnanswered(error)) return { success: false, message: m.connections_unanswered() };
    if (isUnreachable(error)) return { success: false, message: m.connections_unreachable() };
    const reason = withoutSecrets(config, error instanceof Error ? error.message : String(error));
    return { success: false, message: m.connections_failed({ reason }) };
  }
}

const tests: Record<TestableConnection, Test> = {
  async smtp(config, { name, email }, timeoutMs) {
    const times = { envelopeMs: timeoutMs, answerMs: timeoutMs, contentMs: timeoutMs };
    await createMailTransport(config, times).send(
      {
        id: randomUUID(),
        recipient: email,
        replyTo: null,
        senderName: name,
        subject: m.connections_mail_subject(),
        plain: m.connections_mail_text(),
        html: `<p>${m.connections_mail_text()}</p>`,
        attachments: [],
        createdAt: new Date(),
      },
      async () => {},
    );
    return { success: true, message: m.connections_smtp_works({ email }) };
  },

  async imap({ imap }, _, timeoutMs) {
    try {
      const mailbox = await openMailbox(imap!, undefined, { connectMs: timeoutMs, answerMs: timeoutMs });
      mailbox.close();
    } catch (error) {
      if (!(error instanceof MailboxFailed)) throw error;
      const { failure } = error;
      if (failure !== "refused" && failure !== "no-folder") throw error.cause ?? error;
      return { success: false, message: mailboxFailureText(failure) };
    }
    return { success: true, message: m.connections_imap_works({ folder: imap!.folder }) };
  },

  async stripe({ stripeApiBase, stripeSecretKey }, _, timeoutMs) {
    const { livemode } = await fetchJson<{ livemode?: boolean }>(
      `${stripeApiBase}/v1/balance`,
      { headers: { Authorization: `Bearer ${stripeSecretKey}` } },
      timeoutMs,
    );
    return { success: true, message: livemode ? m.connections_stripe_live() : m.connections_stripe_test() };
  },

  /**
   * Sends the same request as the booking form (Places API) with our origin, because the key is restricted to
   * it.
   */
  async maps({ googleMapsScriptBase, googleMapsApiKey, publicUrl }, _, timeoutMs) {
    // The script's host forwards to this one.
    const base = googleMapsScriptBase.replace("//maps.googleapis.com", "//places.googleapis.com");
    const { suggestions } = await fetchJson<{ suggestions?: unknown[] }>(
      `${base}/v1/places:autocomplete`,
      {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Goog-Api-Key": googleMapsApiKey!,
          Referer: `${publicUrl}/`,
        },
        body: JSON.stringify({ input: "Marina", includedRegionCodes: ["ae"] }),
      },
      timeoutMs,
    );
    return { success: true, message: m.connections_maps_works({ count: suggestions?.length ?? 0 }) };
  },

  /** Google offers no check for an id; its format was validated at the start. */
  async analytics({ gaMeasurementId }) {
    return { success: true, message: m.connections_analytics_works({ id: gaMeasurementId! }) };
  },

  async s3(config) {
    const store = openFileStore(config);
    const key = `test-${randomUUID()}`;
    const bytes = new Uint8Array(randomBytes(64));
    await store.put(key, bytes, "application/octet-stream");
    const read = await store.get(key);
    await store.remove(key);
    if (!read || Buffer.compare(read, bytes) !== 0) throw new Error(m.connections_s3_other_bytes());
    return { success: true, message: m.connections_s3_works() };
  },
};

/**
 * Returns the JSON of an answer; throws the service's error text in the format that Stripe and Google share.
 */
async function fetchJson<Answer>(url: string, request: RequestInit, timeoutMs: number): Promise<Answer> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  const text = await answer.text();
  let body: { error?: { message?: string } } | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy in between answered.
  }
  if (!answer.ok || !body) {
    throw new Error(body?.error?.message ?? `${answer.status} ${answer.statusText}`.trim());
  }
  return body as Answer;
}

export function mailboxFailureText(failure: MailboxFailure): string {
  return {
    refused: m.connections_imap_refused,
    "no-folder": m.connections_imap_no_folder,
    unreachable: m.connections_unreachable,
    failed: m.connections_imap_failed,
  }[failure]();
}

/** The error and its causes. */
function causesOf(error: unknown): (Error & { code?: unknown })[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function isUnanswered(error: unknown): boolean {
  return causesOf(error).some(
    ({ name, code }) =>
      name === "TimeoutError" ||
      [
        "ETIMEDOUT",
        "CONNECT_TIMEOUT",
        "GREETING_TIMEOUT",
        "UND_ERR_CONNECT_TIMEOUT",
        "UND_ERR_HEADERS_TIMEOUT",
      ].includes(String(code)),
  );
}

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EDNS|ESOCKET|UND_ERR_SOCKET)$/;

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(({ code }) => UNREACHABLE.test(String(code)));
}

/** Services repeat the request in their error texts. */
function withoutSecrets(config: Config, text: string): string {
  const { stripeSecretKey, googleMapsApiKey, smtpUrl, s3Url, imap } = config;
  const parts = [smtpUrl, s3Url].flatMap((url) => {
    const { username = "", password = "" } = URL.parse(url ?? "") ?? {};
    return [url, password, decodeURIComponent(password), username, decodeURIComponent(username)];
  });
  return [stripeSecretKey, googleMapsApiKey, imap?.password, ...parts].reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, "•••") : text),
    text,
  );
}
