import type { MessageContent } from "./channel";
import type { Message, Sender } from "./message";

/** A longer text costs more than two SMS. */
const MAX_SEGMENTS = 2;

/** Characters of GSM 03.38, each of one septet. */
const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** Characters of the extension table, each of two septets. */
const GSM_EXTENDED = "^{}\\[~]|€";

/** Number of SMS that a text needs: 160 septets, or 153 each; with other characters 70 UTF-16 units, or 67 each. */
export function countSegments(text: string): number {
  const isGsm = [...text].every((one) => GSM_BASIC.includes(one) || GSM_EXTENDED.includes(one));
  const [single, each] = isGsm ? [160, 153] : [70, 67];
  const length = isGsm
    ? [...text].reduce((sum, one) => sum + (GSM_EXTENDED.includes(one) ? 2 : 1), 0)
    : text.length;
  return length <= single ? 1 : Math.ceil(length / each);
}

/** Replaces typography that GSM 03.38 lacks, because one such character makes the SMS more than twice as long. */
export function toPlainCharacters(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\u2026/g, "...");
}

/** Short form of a message for channels other than email. `url`: null if the recipient has no page to open. */
export function messageContent(
  { subject, content, usefulUntil }: Message,
  { sender, url, language }: { sender: Pick<Sender, "name">; url: string | null; language: string },
): MessageContent {
  const title = toPlainCharacters(subject);
  const body = toPlainCharacters(content.preview);
  const withLines = (...lines: (string | null)[]) =>
    [toPlainCharacters(sender.name), ...lines].filter(Boolean).join("\n");
  const complete = withLines(title, body, url);
  const text = countSegments(complete) <= MAX_SEGMENTS ? complete : withLines(title, url);
  return { title, body, text, url, language, usefulUntil: usefulUntil?.toISOString() ?? null };
}
