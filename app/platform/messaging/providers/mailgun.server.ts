import { createHmac, timingSafeEqual } from "node:crypto";
import type { InboundMailConfig } from "../../config.server";
import { EMAIL_PATTERN, normalizeEmail } from "../../text/email";
import type { ReceivedFile, ReceivedMessage } from "../channel";
import { isAutomaticMail, MAX_MAIL_FILES, type MailHeader, withSubject } from "../received-mail";

export const MAILGUN = "mailgun";

/** Mailgun repeats a delivery for eight hours. */
const MAX_AGE_MS = 12 * 3_600_000;
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Hex HMAC-SHA256 of timestamp and token (documentation.mailgun.com, "Securing webhooks"). */
export function mailgunSignature(signingKey: string, timestamp: string, token: string): string {
  return createHmac("sha256", signingKey)
    .update(timestamp + token)
    .digest("hex");
}

export function isMailgunSignature({ signingKey }: InboundMailConfig, form: FormData, now: Date): boolean {
  const timestamp = textOf(form, "timestamp");
  const expected = Buffer.from(mailgunSignature(signingKey, timestamp, textOf(form, "token")));
  const actual = Buffer.from(textOf(form, "signature"));
  const age = now.getTime() - Number(timestamp) * 1000;
  return (
    expected.length === actual.length &&
    timingSafeEqual(expected, actual) &&
    age <= MAX_AGE_MS &&
    age >= -CLOCK_TOLERANCE_MS
  );
}

/**
 * Email of a Mailgun route with the action "forward" (documentation.mailgun.com, "Receiving messages"). Null for automatic
 * answers, which would otherwise answer each other, and for senders without an address.
 */
export async function readMailgunMail(form: FormData): Promise<ReceivedMessage | null> {
  const from = normalizeEmail(textOf(form, "sender"));
  if (!EMAIL_PATTERN.test(from) || isAutomaticMail(headersOf(form))) return null;
  const timestamp = textOf(form, "timestamp");
  const stripped = textOf(form, "stripped-text").trim();
  const text = stripped || textOf(form, "body-plain").trim();
  return {
    ...{ provider: MAILGUN, channel: "email", from },
    providerId: textOf(form, "Message-Id") || `${timestamp} ${textOf(form, "token")}`,
    name: nameIn(textOf(form, "from")),
    text: withSubject(textOf(form, "subject"), text),
    at: new Date(Number(timestamp) * 1000),
    files: await filesOf(form),
  };
}

/** JSON of names and values. */
function headersOf(form: FormData): MailHeader[] {
  try {
    const headers: [unknown, unknown][] = JSON.parse(textOf(form, "message-headers"));
    return headers.map(([key, value]) => ({ key: String(key), value: String(value) }));
  } catch {
    return [];
  }
}

function nameIn(from: string): string | null {
  const [, name = ""] = /^\s*"?([^"<]*?)"?\s*<[^>]*>\s*$/.exec(from) ?? [];
  return name.trim() || null;
}

async function filesOf(form: FormData): Promise<ReceivedFile[]> {
  const files = [...form.values()].filter((value) => typeof value !== "string").slice(0, MAX_MAIL_FILES);
  return Promise.all(
    files.map(async (file) => ({
      contentType: file.type || "application/octet-stream",
      fileName: file.name || null,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
