import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/*
 * A key is `office_`, 256 random bits and a checksum, so that scanners recognise leaked keys, and typing
 * errors are detected without the database.
 */

const PREFIX = "office_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Characters for 256 and for 32 bits. */
const SECRET_LENGTH = 43;
const SUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + SUM_LENGTH}}$`);

export function newKey(): string {
  const secret = written(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  return PREFIX + secret + sumOf(secret);
}

/** True if the checksum matches. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const secret = text.slice(PREFIX.length, -SUM_LENGTH);
  return text.slice(-SUM_LENGTH) === sumOf(secret);
}

/** Hash stored for a key. A fast hash suffices for 256 random bits. */
export function hashKey(key: string): Buffer {
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
