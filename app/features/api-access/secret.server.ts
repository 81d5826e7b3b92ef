import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/*
 * A key is `office_`, 256 random bits, and a checksum: whoever finds one knows what it is, and one that was mistyped or made up
 * is known without a look into the database.
 */

const PREFIX = "office_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** So many digits hold 256 bits, and 32. */
const SECRET_LENGTH = 43;
const SUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + SUM_LENGTH}}$`);

export function newKey(): string {
  const secret = written(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return PREFIX + secret + sumOf(secret);
}

/** Whether it can be a key at all. */
export function isKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const secret = text.slice(PREFIX.length, -SUM_LENGTH);
  return text.slice(-SUM_LENGTH) === sumOf(secret);
}

/** What is kept of a key. It has 256 bits of chance, so a fast hash is enough. */
export function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

export function endingOf(key: string): string {
  return key.slice(-4);
}

function sumOf(secret: string): string {
  return written(BigInt(crc32(secret)), SUM_LENGTH);
}

function written(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
