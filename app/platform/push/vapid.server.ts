import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { Config } from "../config.server";

/*
 * Identification of the product at push services (VAPID, RFC 8292). The key pair is derived from the product's secret,
 * so that all processes share it without a stored copy. Another secret ends all sessions and with them all
 * subscriptions.
 */

type VapidConfig = Pick<Config, "secret" | "publicUrl" | "mailFrom">;

/** Order of the group of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 128 bits more than the order has, so that the remainder is uniform (FIPS 186-5, A.2.1). */
const SEED_BYTES = 48;
/** Services accept at most 24 hours. */
const VALID_SECONDS = 12 * 60 * 60;
const REUSED_SECONDS = 60 * 60;

interface VapidKeys {
  /** Uncompressed point in base64url, the `applicationServerKey` of browsers. */
  publicKey: string;
  privateKey: KeyObject;
}

const keysBySecret = new Map<string, VapidKeys>();

export function vapidKeys({ secret }: Pick<Config, "secret">): VapidKeys {
  let keys = keysBySecret.get(secret);
  if (!keys) {
    keys = deriveKeys(secret);
    keysBySecret.set(secret, keys);
  }
  return keys;
}

function deriveKeys(secret: string): VapidKeys {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "web push", SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = { kty: "EC", crv: "P-256", d: d.toString("base64url"), x: coordinate(1), y: coordinate(33) };
  return {
    publicKey: point.toString("base64url"),
    privateKey: createPrivateKey({ key, format: "jwk" }),
  };
}

const tokens = new Map<string, { value: string; reusedUntil: number }>();

/** Header `Authorization` for the push service of the endpoint. Tokens are reused, as Apple's service demands. */
export function vapidAuthorization(config: VapidConfig, endpoint: string, now = Date.now()): string {
  const { origin } = new URL(endpoint);
  const { publicKey, privateKey } = vapidKeys(config);
  const known = tokens.get(`${publicKey} ${origin}`);
  if (known && known.reusedUntil > now) return known.value;
  const claims = {
    aud: origin,
    exp: Math.floor(now / 1000) + VALID_SECONDS,
    sub: config.publicUrl.startsWith("https:") ? config.publicUrl : `mailto:${addressOf(config.mailFrom)}`,
  };
  const content = [{ typ: "JWT", alg: "ES256" }, claims].map(toBase64Url).join(".");
  const signature = sign("sha256", Buffer.from(content), { key: privateKey, dsaEncoding: "ieee-p1363" });
  const value = `vapid t=${content}.${signature.toString("base64url")}, k=${publicKey}`;
  tokens.set(`${publicKey} ${origin}`, { value, reusedUntil: now + REUSED_SECONDS * 1000 });
  return value;
}

function toBase64Url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** "office@example.com" of "Office <office@example.com>". */
function addressOf(sender: string): string {
  return /<([^>]+)>/.exec(sender)?.[1] ?? sender.trim();
}
