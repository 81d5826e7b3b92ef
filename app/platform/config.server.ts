import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { parseDatabaseAddress } from "./database/database-address.ts";

/** `message` is one line for the operator. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export interface Config {
  port: number;
  host: string;
  /** Absent: no metrics. `metricsHost` is its address. */
  metricsPort?: number;
  metricsHost: string;
  publicUrl: string;
  dataDir: string;
  /** Signs session cookies and mailed links. */
  secret: string;
  /** Absent: embedded database. May be a connection pooler if `databaseDirectUrl` is the server itself. */
  databaseUrl?: string;
  databaseDirectUrl?: string;
  /** Standby server for reads of the office that may be slightly old. */
  databaseReadUrl?: string;
  /** Database connections of a process. */
  poolSize: number;
  smtpUrl?: string;
  mailFrom: string;
  /** Time for load balancers to notice the shutdown. */
  drainMs: number;
  mailStopMs: number;
  stripeSecretKey?: string;
  stripeWebhookSecret?: string;
  stripeApiBase: string;
  /** Absent: e-invoices are created but not sent. */
  eInvoiceUrl?: string;
  eInvoiceKey?: string;
  /** Absent: no SMS by Twilio. */
  twilio?: TwilioConfig;
  /** Absent: no SMS by Unifonic. */
  unifonic?: UnifonicConfig;
  /** Absent: no WhatsApp. */
  whatsapp?: WhatsappConfig;
  /** Absent: replies to emails reach the office's mailbox only. */
  inboundMail?: InboundMailConfig;
  /** Absent: no mailbox is read. */
  imap?: ImapConfig;
  googleMapsApiKey?: string;
  googleMapsScriptBase: string;
  gaMeasurementId?: string;
  s3Url?: string;
  /** Absent: generated and logged once. */
  admin?: { email: string; password: string };
  sampleData: boolean;
  role: "all" | "web" | "worker";
  /** Reactions to events that a worker runs at the same time. */
  workerConcurrency: number;
  trustProxy: number;
  clientRateLimit: number;
  blockDevtools: boolean;
  captcha: { provider: "off" } | { provider: "altcha" } | ({ provider: "turnstile" } & TurnstileConfig);
  /** Names of languages other than English, each under its own path. */
  languages: readonly string[] | "all";
  backupDir: string;
  backupPassphrase?: string;
  backupPassphraseFile?: string;
  adminTwoFactor: "off" | "required";
  /** Per network and mailbox, without proof of work. */
  unconfirmedHolds: number;
  /** Emergencies of a network in ten minutes without proof of work. */
  freeEmergencies: number;
  /** Maximum share of a trade's day for unanswered holds of guests. */
  unconfirmedShare: number;
  /** Between two emails about events that strangers cause, of a kind and recipient; 0: each is sent alone. */
  alertIntervalMs: number;
  webhookLoopback: boolean;
  /** Absent: no traces. */
  tracing?: TracingConfig;
}

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** Phone number, sender name, or SID of a messaging service ("MG…"). */
  from: string;
  apiBase: string;
}

export interface UnifonicConfig {
  appSid: string;
  /** Registered sender name. */
  senderId: string;
  /** Part of the address of the delivery receipts. */
  webhookKey: string;
  apiBase: string;
}

export interface InboundMailConfig {
  /** Address whose emails the provider forwards; replies of customers go to it. */
  address: string;
  /** Signs webhooks. */
  signingKey: string;
}

export interface ImapConfig {
  host: string;
  port: number;
  /** False on the loopback interface only. */
  isTls: boolean;
  user: string;
  password: string;
  folder: string;
}

export interface WhatsappConfig {
  phoneNumberId: string;
  accessToken: string;
  /** Signs webhooks. */
  appSecret: string;
  /** Chosen by the operator; Meta sends it when the webhook is registered. */
  verifyToken: string;
  /** With the version of the Graph API. */
  apiBase: string;
}

export interface TracingConfig {
  /** OTLP address for traces. */
  url: string;
  serviceName: string;
  sampler: (typeof traceSamplers)[number];
  /** Share of traces that the `traceidratio` samplers record. */
  sampleRatio: number;
}

export interface TurnstileConfig {
  siteKey: string;
  secretKey: string;
  apiBase: string;
}

/** Database connections of a process. */
export const DEFAULT_POOL_SIZE = 20;
const MAX_POOL_SIZE = 500;
/** Connections that reactions must leave to requests, emails and other background work of the process. */
const RESERVED_CONNECTIONS = 4;

/** Names of OpenTelemetry's specification. */
const traceSamplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Also with an internationalised top-level domain, such as xn--mgbaam7a8h. */
const EMAIL_PATTERN = /^[^\s@]+@(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/i;

const IMAP_EXAMPLE = "imaps://user:password@host:993";

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: origin().optional(),
  DATA_DIR: z.string().default(".data"),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  DATABASE_URL: databaseAddress(),
  DATABASE_DIRECT_URL: databaseAddress(),
  DATABASE_READ_URL: databaseAddress(),
  POOL_SIZE: wholeNumber(RESERVED_CONNECTIONS + 1, MAX_POOL_SIZE).default(DEFAULT_POOL_SIZE),
  SMTP_URL: address(["smtp:", "smtps:"], "smtps://user:password@host:465").optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      'must be an address like office@example.com or "Office <office@example.com>"',
    )
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_BASE: address(["http:", "https:"], "https://api.stripe.com").default("https://api.stripe.com"),
  E_INVOICE_URL: address(["http:", "https:"], "https://provider.example/e-invoices").optional(),
  E_INVOICE_KEY: z.string().optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/i, "must look like AC and 32 digits or letters a to f")
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z
    .string()
    .trim()
    .regex(
      /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[\w &.-]{2,11})$/i,
      "must be a phone number like +971501234567, a sender name, or the SID of a messaging service",
    )
    .optional(),
  TWILIO_API_BASE: address(["http:", "https:"], "https://api.twilio.com").default("https://api.twilio.com"),
  UNIFONIC_APP_SID: z
    .string()
    .regex(/^[A-Za-z0-9]{8,100}$/, "must be the ID of the application, letters and digits only")
    .optional(),
  UNIFONIC_SENDER_ID: z
    .string()
    .trim()
    .regex(/^[\w &.-]{2,16}$/, "must be a registered sender name of 2 to 16 characters")
    .optional(),
  UNIFONIC_WEBHOOK_KEY: z
    .string()
    .regex(/^[\w-]{16,200}$/, "must have 16 to 200 letters, digits, hyphens or underscores")
    .optional(),
  UNIFONIC_API_BASE: address(["http:", "https:"], "https://el.cloud.unifonic.com").default(
    "https://el.cloud.unifonic.com",
  ),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,20}$/, "must be the number's ID at Meta, digits only")
    .optional(),
  WHATSAPP_ACCESS_TOKEN: z.string().optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z
    .string()
    .regex(/^[ -~]{16,200}$/, "must have 16 to 200 letters, digits or signs of ASCII")
    .optional(),
  WHATSAPP_API_BASE: address(["http:", "https:"], "https://graph.facebook.com/v23.0").default(
    "https://graph.facebook.com/v23.0",
  ),
  INBOUND_MAIL_ADDRESS: z
    .string()
    .trim()
    .regex(EMAIL_PATTERN, "must be an email address")
    .toLowerCase()
    .optional(),
  INBOUND_MAIL_SIGNING_KEY: z.string().optional(),
  IMAP_URL: address(["imap:", "imaps:"], IMAP_EXAMPLE).optional(),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  GOOGLE_MAPS_SCRIPT_BASE: address(["http:", "https:"], "https://maps.googleapis.com").default(
    "https://maps.googleapis.com",
  ),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, "must look like G-XXXXXXXXXX")
    .optional(),
  S3_URL: address(["http:", "https:"], "https://key:secret@s3.example.com/bucket").optional(),
  ADMIN_EMAIL: z.string().trim().regex(EMAIL_PATTERN, "must be an email address").toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(10, "must have at least 10 characters").optional(),
  SAMPLE_DATA: z.enum(["on", "off"], "must be on or off").optional(),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  WORKER_CONCURRENCY: wholeNumber(1, MAX_POOL_SIZE - RESERVED_CONNECTIONS).optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  DRAIN_SECONDS: wholeNumber(0, 600).default(0),
  MAIL_STOP_SECONDS: wholeNumber(0, 900).default(10),
  CLIENT_RATE_LIMIT: wholeNumber(300, 1_000_000).default(30_000),
  BLOCK_DEVTOOLS: z.enum(["on", "off"], "must be on or off").optional(),
  NODE_ENV: z.string().optional(),
  CAPTCHA: z.enum(["off", "altcha", "turnstile"], "must be off, altcha or turnstile").default("off"),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_API_BASE: address(["http:", "https:"], "https://challenges.cloudflare.com").default(
    "https://challenges.cloudflare.com",
  ),
  LANGUAGES: z
    .string()
    .transform((names) => names.split(",").map((name) => name.trim()))
    .optional(),
  ADMIN_TWO_FACTOR: z.enum(["off", "required"], "must be off or required").default("off"),
  WEBHOOK_LOOPBACK: z.enum(["on", "off"], "must be on or off").optional(),
  UNCONFIRMED_HOLDS: wholeNumber(1, 1_000_000).default(3),
  UNCONFIRMED_SHARE: z
    .string()
    .trim()
    .regex(/^(0?\.\d{1,4}|1(\.0+)?)$/, "must be a share of the day, like 0.5, up to 1")
    .transform(Number)
    .default(0.5),
  FREE_EMERGENCIES: wholeNumber(1, 1_000_000).default(3),
  ALERT_SECONDS: wholeNumber(0, 600).default(60),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  OTEL_SDK_DISABLED: z.enum(["true", "false"], "must be true or false").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(["http:", "https:"], "http://collector:4318").optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(
    ["http:", "https:"],
    "http://collector:4318/v1/traces",
  ).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/json"], "must be http/json").optional(),
  OTEL_SERVICE_NAME: z.string().default("rukn"),
  OTEL_TRACES_SAMPLER: z
    .enum(traceSamplers, `must be one of ${traceSamplers.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .trim()
    .regex(/^(0|0?\.\d{1,9}|1(\.0+)?)$/, "must be a share of all traces, like 0.1, up to 1")
    .transform(Number)
    .default(1),
});

/** Reads the configuration. Throws a ConfigError, whose message never contains a secret. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in schema.shape && value?.trim()),
  );
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const { data } = parsed;
  requireTogether(data, "ADMIN_EMAIL", "ADMIN_PASSWORD");
  requireTogether(data, "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  requireTogether(data, "E_INVOICE_URL", "E_INVOICE_KEY");
  requireTogether(data, "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN");
  requireTogether(data, "TWILIO_ACCOUNT_SID", "TWILIO_FROM");
  requireTogether(data, "UNIFONIC_APP_SID", "UNIFONIC_SENDER_ID");
  requireTogether(data, "UNIFONIC_APP_SID", "UNIFONIC_WEBHOOK_KEY");
  if (data.TWILIO_ACCOUNT_SID && data.UNIFONIC_APP_SID)
    throw new ConfigError(
      "TWILIO_ACCOUNT_SID and UNIFONIC_APP_SID exclude each other: one service sends SMS",
    );
  requireTogether(data, "WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_ACCESS_TOKEN");
  requireTogether(data, "WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_APP_SECRET");
  requireTogether(data, "WHATSAPP_PHONE_NUMBER_ID", "WHATSAPP_VERIFY_TOKEN");
  requireTogether(data, "INBOUND_MAIL_ADDRESS", "INBOUND_MAIL_SIGNING_KEY");
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`;
  const dataDir = resolve(data.DATA_DIR);
  return {
    port: data.PORT,
    host: data.HOST,
    metricsPort: data.METRICS_PORT,
    metricsHost: data.METRICS_HOST,
    publicUrl,
    dataDir,
    secret: data.SECRET ?? loadSecret(dataDir, "secret"),
    ...databaseOf(data),
    smtpUrl: data.SMTP_URL,
    drainMs: data.DRAIN_SECONDS * 1000,
    mailStopMs: data.MAIL_STOP_SECONDS * 1000,
    mailFrom: data.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    stripeSecretKey: data.STRIPE_SECRET_KEY,
    stripeWebhookSecret: data.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: data.STRIPE_API_BASE,
    eInvoiceUrl: data.E_INVOICE_URL?.replace(/\/+$/, ""),
    eInvoiceKey: data.E_INVOICE_KEY,
    twilio: twilioOf(data),
    unifonic: unifonicOf(data),
    whatsapp: whatsappOf(data),
    inboundMail: inboundMailOf(data),
    imap: imapOf(data),
    googleMapsApiKey: data.GOOGLE_MAPS_API_KEY,
    googleMapsScriptBase: data.GOOGLE_MAPS_SCRIPT_BASE,
    gaMeasurementId: data.GA_MEASUREMENT_ID,
    s3Url: data.S3_URL,
    admin:
      data.ADMIN_EMAIL && data.ADMIN_PASSWORD
        ? { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD }
        : undefined,
    sampleData: data.SAMPLE_DATA ? data.SAMPLE_DATA === "on" : !data.DATABASE_URL,
    role: data.ROLE,
    trustProxy: data.TRUST_PROXY,
    clientRateLimit: data.CLIENT_RATE_LIMIT,
    blockDevtools: data.BLOCK_DEVTOOLS ? data.BLOCK_DEVTOOLS === "on" : data.NODE_ENV === "production",
    captcha: captchaOf(data),
    languages: data.LANGUAGES ?? (data.NODE_ENV === "development" ? "all" : []),
    adminTwoFactor: data.ADMIN_TWO_FACTOR,
    webhookLoopback: data.WEBHOOK_LOOPBACK ? data.WEBHOOK_LOOPBACK === "on" : data.NODE_ENV === "development",
    unconfirmedHolds: data.UNCONFIRMED_HOLDS,
    unconfirmedShare: data.UNCONFIRMED_SHARE,
    freeEmergencies: data.FREE_EMERGENCIES,
    alertIntervalMs: data.ALERT_SECONDS * 1000,
    backupDir: resolve(data.BACKUP_DIR ?? join(dataDir, "backups")),
    ...backupPassphraseOf(data),
    tracing: tracingOf(data),
  };
}

const DEFAULT_WORKER_CONCURRENCY = 10;

function databaseOf(
  data: z.infer<typeof schema>,
): Pick<Config, "databaseUrl" | "databaseDirectUrl" | "databaseReadUrl" | "poolSize" | "workerConcurrency"> {
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl, POOL_SIZE: poolSize } = data;
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const) {
    if (data[name] && !databaseUrl) throw new ConfigError(`DATABASE_URL must be set too when ${name} is set`);
  }
  const maxConcurrency = poolSize - RESERVED_CONNECTIONS;
  const workerConcurrency = data.WORKER_CONCURRENCY ?? Math.min(DEFAULT_WORKER_CONCURRENCY, maxConcurrency);
  if (workerConcurrency > maxConcurrency)
    throw new ConfigError(
      `WORKER_CONCURRENCY must be at most ${maxConcurrency} when POOL_SIZE is ${poolSize}`,
    );
  return {
    databaseUrl,
    databaseDirectUrl,
    databaseReadUrl: data.DATABASE_READ_URL,
    poolSize,
    workerConcurrency,
  };
}

function backupPassphraseOf(
  data: z.infer<typeof schema>,
): Pick<Config, "backupPassphrase" | "backupPassphraseFile"> {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_PASSPHRASE_FILE: file } = data;
  if (!file) return { backupPassphrase: passphrase };
  if (passphrase) throw new ConfigError("Set either BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both");
  try {
    const read = schema.shape.BACKUP_PASSPHRASE.safeParse(readFileSync(file, "utf8").trim());
    if (!read.data) throw new Error("the passphrase must have at least 16 characters");
    return { backupPassphrase: read.data, backupPassphraseFile: resolve(file) };
  } catch (error) {
    throw new ConfigError(`BACKUP_PASSPHRASE_FILE: ${error instanceof Error ? error.message : error}`);
  }
}

function twilioOf(data: z.infer<typeof schema>): TwilioConfig | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = data;
  if (!accountSid || !authToken || !from) return undefined;
  return { accountSid, authToken, from, apiBase: data.TWILIO_API_BASE };
}

function unifonicOf(data: z.infer<typeof schema>): UnifonicConfig | undefined {
  const { UNIFONIC_APP_SID: appSid, UNIFONIC_SENDER_ID: senderId, UNIFONIC_WEBHOOK_KEY: webhookKey } = data;
  if (!appSid || !senderId || !webhookKey) return undefined;
  return { appSid, senderId, webhookKey, apiBase: data.UNIFONIC_API_BASE };
}

function whatsappOf(data: z.infer<typeof schema>): WhatsappConfig | undefined {
  const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_ACCESS_TOKEN: accessToken } = data;
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = data;
  if (!phoneNumberId || !accessToken || !appSecret || !verifyToken) return undefined;
  return { phoneNumberId, accessToken, appSecret, verifyToken, apiBase: data.WHATSAPP_API_BASE };
}

function inboundMailOf(data: z.infer<typeof schema>): InboundMailConfig | undefined {
  const { INBOUND_MAIL_ADDRESS: address, INBOUND_MAIL_SIGNING_KEY: signingKey } = data;
  return address && signingKey ? { address, signingKey } : undefined;
}

const IMAP_PORTS = { "imap:": 143, "imaps:": 993 };
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The path is the folder; without one, INBOX. */
function imapOf(data: z.infer<typeof schema>): ImapConfig | undefined {
  const url = URL.parse(data.IMAP_URL ?? "");
  if (!url) return undefined;
  if (data.INBOUND_MAIL_ADDRESS)
    throw new ConfigError(
      "IMAP_URL and INBOUND_MAIL_ADDRESS exclude each other: one of them receives emails",
    );
  const { hostname, protocol } = url;
  const isTls = protocol === "imaps:";
  const [user, password, folder] = [url.username, url.password, url.pathname.slice(1)].map(decodeUrlPart);
  if (!hostname || !user || !password || folder === undefined)
    throw new ConfigError(`IMAP_URL must be an address like ${IMAP_EXAMPLE}`);
  if (!isTls && !LOOPBACK.test(hostname))
    throw new ConfigError(
      "IMAP_URL must begin with imaps://, because the password would be sent unencrypted",
    );
  return {
    ...{ isTls, user, password },
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || IMAP_PORTS[isTls ? "imaps:" : "imap:"],
    folder: folder || "INBOX",
  };
}

/** Undefined for an invalid escape, such as a password with a bare %. */
function decodeUrlPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function tracingOf(data: z.infer<typeof schema>): TracingConfig | undefined {
  const endpoint = data.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url = data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (endpoint && `${endpoint}/v1/traces`);
  if (!url || data.OTEL_SDK_DISABLED === "true") return undefined;
  return {
    url,
    serviceName: data.OTEL_SERVICE_NAME,
    sampler: data.OTEL_TRACES_SAMPLER,
    sampleRatio: data.OTEL_TRACES_SAMPLER_ARG,
  };
}

function captchaOf(data: z.infer<typeof schema>): Config["captcha"] {
  if (data.CAPTCHA !== "turnstile") return { provider: data.CAPTCHA };
  if (!data.TURNSTILE_SITE_KEY || !data.TURNSTILE_SECRET_KEY) {
    throw new ConfigError(
      "TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set when CAPTCHA is turnstile",
    );
  }
  return {
    provider: "turnstile",
    siteKey: data.TURNSTILE_SITE_KEY,
    secretKey: data.TURNSTILE_SECRET_KEY,
    apiBase: data.TURNSTILE_API_BASE,
  };
}

export function needsDataDir({ databaseUrl, smtpUrl, s3Url, backupPassphrase }: Config): boolean {
  return !databaseUrl || !smtpUrl || !s3Url || Boolean(backupPassphrase);
}

export function prepareDataDir(dataDir: string): void {
  try {
    createFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, ".written-to-")));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot hold data: ${DATA_DIR_PROBLEMS.get(code) ?? message} (${code})`,
    );
  }
}

const DATA_DIR_PROBLEMS = new Map([
  ["EACCES", "this account has no permission to write there"],
  ["EDQUOT", "the disk quota of this account is used up"],
  ["EEXIST", "it is not a folder"],
  ["ENAMETOOLONG", "its name is too long"],
  ["ENOENT", "the folder cannot be created"],
  ["ENOSPC", "its disk is full"],
  ["ENOTDIR", "part of its path is not a folder"],
  ["EPERM", "this account has no permission to write there"],
  ["EROFS", "its disk is read-only"],
]);

/** Avoids `mkdir({recursive})`, which loops forever under /proc. */
function createFolder(path: string): void {
  if (!existsSync(dirname(path))) createFolder(dirname(path));
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Creates the secret at first use. Concurrent processes get the same one. */
export function loadSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, "secrets");
  const file = join(folder, name);
  const known = readSecret(file);
  if (known) return known;
  prepareDataDir(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeFileSync(handle, `${randomBytes(32).toString("base64url")}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    // Uses link because, unlike rename, it never replaces another process's file.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
  const secret = readSecret(file);
  if (!secret) throw new ConfigError(`${file} is empty: remove it and start again to create a new secret`);
  return secret;
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code)))
      return undefined;
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

function address(protocols: string[], example: string) {
  return z
    .string()
    .trim()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ""),
      `must be an address like ${example}`,
    )
    .transform((text) => text.replace(/\/+$/, ""));
}

function databaseAddress() {
  return z
    .string()
    .trim()
    .refine(
      (text) => parseDatabaseAddress(text) !== null,
      "must be an address like postgres://user:password@host:5432/name",
    )
    .transform((text) => text.replace(/\/+$/, ""))
    .optional();
}

function origin() {
  const message = "must be an address without a path, like https://www.example.com";
  const isOrigin = (url: URL) =>
    ["http:", "https:"].includes(url.protocol) &&
    /^\/*$/.test(url.pathname) &&
    !url.search &&
    !url.hash &&
    !url.username;
  return z
    .string()
    .trim()
    .transform((text) => URL.parse(text))
    .refine((url) => url !== null && isOrigin(url), message)
    .transform((url) => url!.origin);
}

function requireTogether(
  data: z.infer<typeof schema>,
  first: keyof z.infer<typeof schema>,
  second: keyof z.infer<typeof schema>,
): void {
  if (Boolean(data[first]) === Boolean(data[second])) return;
  const [set, missing] = data[first] ? [first, second] : [second, first];
  throw new ConfigError(`${missing} must be set too when ${set} is set`);
}
