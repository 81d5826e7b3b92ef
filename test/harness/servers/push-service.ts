import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as the browser of the device decrypts it. */
export interface ReceivedPush {
  device: string;
  at: number;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field.
  message: any;
}

/** The browser's `PushSubscription` as JSON. */
export interface DeviceSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Device {
  ecdh: ECDH;
  auth: Buffer;
  serverKey: string;
}

interface Answer {
  status: number;
  retryAfter?: string;
}

export interface PushService {
  received: ReceivedPush[];
  /** Requests that the service refused, with the reason. */
  refusals: string[];
  /** Answers of the next requests, before they are checked. */
  nextAnswers: Answer[];
  /** Subscribes a device with the server's `applicationServerKey`. */
  subscribe(device: string, serverKey: string): DeviceSubscription;
  /** Ends the subscription: its endpoint answers 410. */
  unsubscribe(subscription: DeviceSubscription): void;
  /** Resolves once so many messages have been received in total. */
  waitFor(count: number, timeoutMs?: number): Promise<ReceivedPush[]>;
  close(): Promise<void>;
}

/** Limits of RFC 8030 and RFC 8292. */
const MAX_BODY_BYTES = 4096;
const MAX_TOKEN_SECONDS = 24 * 60 * 60;

/**
 * A push service (RFC 8030) together with its browsers: checks the identification (RFC 8292) and decrypts the messages
 * (RFC 8188, RFC 8291).
 */
export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, Device & { name: string }>();
  const ended = new Set<string>();
  const waiting = new Set<() => void>();
  let last = 0;
  const service: PushService = {
    received: [],
    refusals: [],
    nextAnswers: [],
    subscribe(name, serverKey) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${++last}-${randomBytes(8).toString("hex")}`;
      devices.set(path, { name, ecdh, auth, serverKey });
      return {
        endpoint: `${origin}${path}`,
        keys: {
          p256dh: ecdh.getPublicKey().toString("base64url"),
          auth: auth.toString("base64url"),
        },
      };
    },
    unsubscribe({ endpoint }) {
      ended.add(new URL(endpoint).pathname);
    },
    waitFor(count, timeoutMs = 20_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${service.received.length} of ${count} push messages within ${timeoutMs} ms`));
        }, timeoutMs);
        const look = () => {
          if (service.received.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(service.received.slice(0, count));
        };
        waiting.add(look);
        look();
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function answerTo(request: IncomingMessage, body: Buffer): Answer & { reason?: string } {
    const next = service.nextAnswers.shift();
    if (next) return next;
    const path = request.url ?? "";
    if (ended.has(path)) return { status: 410 };
    const device = devices.get(path);
    if (!device) return { status: 404 };
    const problem = findProblem(request, body, device, origin);
    if (problem) return problem;
    const { ttl, urgency, topic } = request.headers;
    service.received.push({
      device: device.name,
      at: Date.now(),
      ttl: Number(ttl),
      urgency: urgency as string | undefined,
      topic: topic as string | undefined,
      message: JSON.parse(decrypt(body, device).toString("utf8")),
    });
    for (const look of [...waiting]) look();
    return { status: 201 };
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      let answer: Answer & { reason?: string };
      try {
        answer = answerTo(request, Buffer.concat(parts));
      } catch (error) {
        answer = { status: 400, reason: String(error) };
      }
      const { status, retryAfter, reason } = answer;
      if (reason) service.refusals.push(reason);
      response.writeHead(status, { ...(retryAfter && { "Retry-After": retryAfter }) }).end(reason);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

function findProblem(
  { headers, method }: IncomingMessage,
  body: Buffer,
  { serverKey }: Device,
  origin: string,
): { status: number; reason: string } | null {
  if (method !== "POST") return { status: 405, reason: "not a POST" };
  if (!/^\d+$/.test(String(headers.ttl))) return { status: 400, reason: "TTL is missing" };
  if (headers.urgency && !["very-low", "low", "normal", "high"].includes(String(headers.urgency)))
    return { status: 400, reason: "Urgency is unknown" };
  if (headers.topic && !/^[A-Za-z0-9_-]{1,32}$/.test(String(headers.topic)))
    return { status: 400, reason: "Topic is not base64url of up to 32 characters" };
  if (headers["content-encoding"] !== "aes128gcm") return { status: 415, reason: "Content-Encoding" };
  if (body.byteLength > MAX_BODY_BYTES) return { status: 413, reason: `${body.byteLength} bytes` };
  const [, token, key] = /^vapid t=([^,\s]+), ?k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (!token || !key) return { status: 401, reason: "Authorization is not VAPID" };
  if (key !== serverKey) return { status: 403, reason: "another key than at the subscription" };
  const [header, claims, signature] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const publicKey = createPublicKey({
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    },
    format: "jwk",
  });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature ?? "", "base64url"),
  );
  const { typ, alg } = readPart(header);
  if (!isSigned || typ !== "JWT" || alg !== "ES256") return { status: 403, reason: "signature" };
  const { aud, exp, sub } = readPart(claims);
  const now = Date.now() / 1000;
  if (aud !== origin) return { status: 403, reason: `aud ${aud}` };
  if (!(Number(exp) > now && Number(exp) <= now + MAX_TOKEN_SECONDS))
    return { status: 403, reason: `exp ${exp}` };
  if (!/^(mailto:[^@\s]+@[^@\s]+|https:\/\/.+)$/.test(String(sub)))
    return { status: 403, reason: `sub ${sub}` };
  return null;
}

function readPart(part: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
}

/** A single record of RFC 8188 with the keys of RFC 8291. */
function decrypt(body: Buffer, { ecdh, auth }: Device): Buffer {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + senderKey.length);
  if (record.length > recordSize) throw new Error("more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const shared = ecdh.computeSecret(senderKey);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("padding");
  return plain.subarray(0, end);
}
