import { randomBytes } from "node:crypto";
import { mailgunSignature } from "~/platform/messaging/providers/mailgun.server";

const SIGNING_KEY = "signing key of the stand-in";

export const mailgunEnv = {
  INBOUND_MAIL_ADDRESS: "office@in.company.example",
  INBOUND_MAIL_SIGNING_KEY: SIGNING_KEY,
};

interface SentMail {
  from: string;
  name?: string;
  subject?: string;
  text: string;
  messageId?: string;
  at?: Date;
  headers?: [string, string][];
  files?: File[];
}

/** The form that a route of Mailgun forwards for a received email, signed. */
export function mailgunForm(
  { from, name = "", subject = "", text, messageId, at = new Date(), headers = [], files = [] }: SentMail,
  signingKey = SIGNING_KEY,
): FormData {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const token = randomBytes(25).toString("hex");
  const form = new FormData();
  const fields = {
    ...{ timestamp, token, signature: mailgunSignature(signingKey, timestamp, token) },
    ...{ sender: from, from: `${name} <${from}>`, recipient: mailgunEnv.INBOUND_MAIL_ADDRESS, subject },
    "Message-Id": messageId ?? `<${randomBytes(8).toString("hex")}@mail.example>`,
    "message-headers": JSON.stringify(headers),
    "body-plain": `${text}\n\n> quoted`,
    "stripped-text": text,
    "attachment-count": String(files.length),
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  for (const [index, file] of files.entries()) form.set(`attachment-${index + 1}`, file);
  return form;
}
