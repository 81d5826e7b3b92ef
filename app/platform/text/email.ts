import * as z from "zod/mini";
import { toWesternDigits } from "./numerals";
import { normalizeText } from "./sanitize-text";

const MAX_LENGTH = 254;

/**
 * Domain in ASCII, as SMTP needs it; the top-level domain may be internationalised (.امارات is xn--mgbaam7a8h). Without quoted
 * names and ? # %, which would need escaping in links.
 */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.!$&*/=^{|}~]*[a-z0-9_+\-!$&*/=^{|}~]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

/** The lookbehinds keep the search linear in the length of the text. */
const SENTENCE_END = /(?<![\s.,;:!?،؛؟。、])[\s.,;:!?،؛؟。、]+$/;
const CLOSING_SIGNS = /(?<![\s.,;:!?،؛؟。、"“”„«»)\]>])[\s.,;:!?،؛؟。、"“”„«»)\]>]+$/;
const OPENING_SIGNS = /^[\s"“”„«»([<]+/;

/** Lower case, without punctuation around the address, with the ASCII form of an internationalised domain (RFC 5890), which SMTP and comparisons need. */
export function normalizeEmail(typed: string): string {
  const address = normalizeText(toWesternDigits(typed).normalize("NFKC"))
    .replace(/[‘’]/g, "'")
    .replace(/[\p{Pd}−]/gu, "-")
    .trim()
    .toLowerCase()
    // Copied with the punctuation of a sentence or list.
    .replace(SENTENCE_END, "")
    // Mail programs copy an address as a link, or with the name of its owner.
    .replace(/^[^<>]*<([^<>\s]+)>$/, "$1")
    .replace(OPENING_SIGNS, "")
    .replace(/^mailto:([^?]+).*$/, "$1")
    .replace(CLOSING_SIGNS, "")
    .replace(/^'(.+)'$/, "$1");
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + toAsciiDomain(address.slice(at));
}

function toAsciiDomain(written: string): string {
  // Full stops of other scripts separate labels, too (RFC 3490).
  const domain = written.replace(/[。｡]/g, ".");
  // Otherwise part of the text would be read as port or path of an URL.
  if (/^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}\p{Join_Control}.-]+$/u.test(domain)) return domain;
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
}

/** Schema of an email address with the caller's messages. */
export function emailAddress(errors: { required: () => string; invalid: () => string }) {
  return z
    .string({ error: errors.required })
    .check(
      z.overwrite(normalizeEmail),
      z.minLength(1, { error: errors.required, abort: true }),
      z.maxLength(MAX_LENGTH, { error: errors.invalid, abort: true }),
      z.regex(EMAIL_PATTERN, { error: errors.invalid }),
    );
}
