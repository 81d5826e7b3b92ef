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

type Test = (config: Config, by: Tester) => Promise<Tested>;

/** Nobody waits longer before a button. */
const PATIENCE_MS = 15_000;
const SMTP_PATIENCE = { envelopeMs: PATIENCE_MS, answerMs: PATIENCE_MS, contentMs: PATIENCE_MS };

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
export async function tryConnection(config: Config, connection: Connection, by: Tester): Promise<Tested> {
  if (!isConfigured(config, connection)) return { works: false, words: m.connections_off() };
  try {
    return await tests[connection](config, by);
  } catch (error) {
    const reason = withoutSecrets(config, error instanceof Error ? error.message : String(error));
    return { works: false, words: m.connections_failed({ reason }) };
  }
}

const tests: Record<Connection, Test> = {
  async smtp(config, { name, email }) {
    await createMailTransport(config, SMTP_PATIENCE).send(
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

  async stripe({ stripeApiBase, stripeSecretKey }) {
    const answer = await ask(`${stripeApiBase}/v1/balance`, { Authorization: `Bearer ${stripeSecretKey}` });
    const { livemode, error } = (await answer.json()) as {
      livemode?: boolean;
      error?: { message?: string };
    };
    if (!answer.ok) throw new Error(error?.message ?? String(answer.status));
    return { works: true, words: livemode ? m.connections_stripe_live() : m.connections_stripe_test() };
  },

  async maps({ googleMapsScriptBase, googleMapsApiKey }) {
    const wanted = new URLSearchParams({
      input: "Marina",
      components: "country:ae",
      types: "address",
      key: googleMapsApiKey!,
    });
    const answer = await ask(`${googleMapsScriptBase}/maps/api/place/autocomplete/json?${wanted}`);
    const { status, error_message, predictions } = (await answer.json()) as {
      status?: string;
      error_message?: string;
      predictions?: unknown[];
    };
    if (status !== "OK" && status !== "ZERO_RESULTS")
      throw new Error(error_message ?? status ?? String(answer.status));
    return { works: true, words: m.connections_maps_works({ count: predictions?.length ?? 0 }) };
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

function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
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
