import { randomBytes, randomUUID } from "node:crypto";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { createMailTransport } from "~/platform/mail/mail-transport.server";
import type { Connection } from "./connections";

/** What a test found out, in words. */
export interface Tested {
  works: boolean;
  words: string;
}

interface Tester {
  /** To whom a mail goes. */
  name: string;
  email: string;
}

type Test = (config: Config, by: Tester, patienceMs: number) => Promise<Tested>;

/** Nobody waits longer before a button. */
const PATIENCE_MS = 15_000;

export function isConfigured(config: Config, connection: Connection): boolean {
  const { smtpUrl, stripeSecretKey, googleMapsApiKey, gaMeasurementId, s3Url } = config;
  const values = {
    smtp: smtpUrl,
    stripe: stripeSecretKey,
    maps: googleMapsApiKey,
    analytics: gaMeasurementId,
    s3: s3Url,
  };
  return values[connection] !== undefined;
}

/** Tries a connection as it is configured. What the other side answers is told without our secrets. */
export async function tryConnection(
  config: Config,
  connection: Connection,
  by: Tester,
  patienceMs = PATIENCE_MS,
): Promise<Tested> {
  if (!isConfigured(config, connection)) return { works: false, words: m.connections_off() };
  try {
    return await tests[connection](config, by, patienceMs);
  } catch (error) {
    if (isUnanswered(error)) return { works: false, words: m.connections_unanswered() };
    if (isUnreachable(error)) return { works: false, words: m.connections_unreachable() };
    const reason = withoutSecrets(config, error instanceof Error ? error.message : String(error));
    return { works: false, words: m.connections_failed({ reason }) };
  }
}

const tests: Record<Connection, Test> = {
  async smtp(config, { name, email }, patienceMs) {
    const times = { envelopeMs: patienceMs, answerMs: patienceMs, contentMs: patienceMs };
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
    return { works: true, words: m.connections_smtp_works({ email }) };
  },

  async stripe({ stripeApiBase, stripeSecretKey }, _, patienceMs) {
    const { livemode } = await ask<{ livemode?: boolean }>(
      `${stripeApiBase}/v1/balance`,
      { headers: { Authorization: `Bearer ${stripeSecretKey}` } },
      patienceMs,
    );
    return { works: true, words: livemode ? m.connections_stripe_live() : m.connections_stripe_test() };
  },

  /**
   * What the booking form asks by Google's script (Places API), asked in the name of a page of ours: a website's key is for its own
   * pages alone.
   */
  async maps({ googleMapsScriptBase, googleMapsApiKey, publicUrl }, _, patienceMs) {
    // The script's host asks this one.
    const base = googleMapsScriptBase.replace("//maps.googleapis.com", "//places.googleapis.com");
    const { suggestions } = await ask<{ suggestions?: unknown[] }>(
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
      patienceMs,
    );
    return { works: true, words: m.connections_maps_works({ count: suggestions?.length ?? 0 }) };
  },

  /** Google tells nobody whether an id exists; its form was checked when the product started. */
  async analytics({ gaMeasurementId }) {
    return { works: true, words: m.connections_analytics_works({ id: gaMeasurementId! }) };
  },

  async s3(config) {
    const store = openFileStore(config);
    const key = `test-${randomUUID()}`;
    const bytes = new Uint8Array(randomBytes(64));
    await store.put(key, bytes, "application/octet-stream");
    const read = await store.get(key);
    await store.remove(key);
    if (!read || Buffer.compare(read, bytes) !== 0) throw new Error(m.connections_s3_other_bytes());
    return { works: true, words: m.connections_s3_works() };
  },
};

/** What a call answers; throws what it says where it refuses, as both Stripe and Google say it. */
async function ask<Answer>(url: string, request: RequestInit, patienceMs: number): Promise<Answer> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patienceMs) });
  const text = await answer.text();
  let body: { error?: { message?: string } } | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // Somebody between them and us answers.
  }
  if (!answer.ok || !body) {
    throw new Error(body?.error?.message ?? `${answer.status} ${answer.statusText}`.trim());
  }
  return body as Answer;
}

/** The error, and what caused it. */
function causesOf(error: unknown): (Error & { code?: unknown })[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

function isUnanswered(error: unknown): boolean {
  return causesOf(error).some(
    ({ name, code }) =>
      name === "TimeoutError" ||
      ["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT"].includes(String(code)),
  );
}

const UNREACHABLE =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EDNS|ESOCKET|UND_ERR_SOCKET)$/;

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some(({ code }) => UNREACHABLE.test(String(code)));
}

/** Others repeat in their answers what they were sent. */
function withoutSecrets(config: Config, text: string): string {
  const { stripeSecretKey, googleMapsApiKey, smtpUrl, s3Url } = config;
  const parts = [smtpUrl, s3Url].flatMap((url) => {
    const { username = "", password = "" } = URL.parse(url ?? "") ?? {};
    return [url, password, decodeURIComponent(password), username, decodeURIComponent(username)];
  });
  return [stripeSecretKey, googleMapsApiKey, ...parts].reduce<string>(
    (told, secret) => (secret ? told.replaceAll(secret, "•••") : told),
    text,
  );
}
