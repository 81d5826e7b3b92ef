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

/** Something that the operator must put right before the product can start. The message is one clear line. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export interface Config {
  port: number;
  host: string;
  /** Origin under which people reach the product, without a slash at the end. */
  publicUrl: string;
  /** Absolute. */
  dataDir: string;
  /** Signs session cookies and mailed links. A new one signs everybody out and ends every mailed link. */
  secret: string;
  /** Absent: the embedded database in dataDir. */
  databaseUrl?: string;
  /** Absent: each mail is a file in dataDir/mail. */
  smtpUrl?: string;
  mailFrom: string;
  /** How long a stop goes on taking requests, until whoever sends them has seen it, in milliseconds. */
  drainMs: number;
  /** How long a stop waits for a mail under way, in milliseconds. */
  mailStopMs: number;
  stripeSecretKey?: string;
  stripeWebhookSecret?: string;
  stripeApiBase: string;
  /** Who takes electronic invoices to the network. Absent: nobody, they are only made. */
  eInvoiceUrl?: string;
  eInvoiceKey?: string;
  googleMapsApiKey?: string;
  googleMapsScriptBase: string;
  gaMeasurementId?: string;
  /** Absent: files are kept in dataDir/files. */
  s3Url?: string;
  /** The first admin. Absent: one is generated and printed once. */
  admin?: { email: string; password: string };
  sampleData: boolean;
  role: "all" | "web" | "worker";
  /** How many proxies in front are trusted to tell the client's address. */
  trustProxy: number;
  /** Requests a minute that one client address may make. */
  clientRateLimit: number;
  /** Whether pages keep developer tools shut (docs/domain.md, "Screens"). */
  blockDevtools: boolean;
  /** What keeps robots out of sign-up, reset and guessing passwords (captcha.server.ts). */
  captcha: { provider: "off" } | { provider: "altcha" } | ({ provider: "turnstile" } & TurnstileConfig);
  /** Whether the language made from the English texts is spoken (platform/locale/locale.ts). */
  pseudoLanguage: boolean;
  /** Where backups are written. Absolute. */
  backupDir: string;
  /** Encrypts backups. Absent: none are made. */
  backupPassphrase?: string;
  /** The file that it was read from. */
  backupPassphraseFile?: string;
  /** Whether admins need a second factor before the back office opens to them. */
  adminTwoFactor: "off" | "required";
  /** How many unconfirmed times one network, and one mailbox, may hold at once without work. */
  unconfirmedHolds: number;
  /** The part of a trade's day that all unconfirmed times together may take: up to 1, all of it. */
  unconfirmedShare: number;
  /** Whether webhooks may lead to this machine, and there without TLS. */
  webhookLoopback: boolean;
}

export interface TurnstileConfig {
  siteKey: string;
  secretKey: string;
  /** Origin of its script and of its checks. */
  apiBase: string;
}

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: origin().optional(),
  DATA_DIR: z.string().default(".data"),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  DATABASE_URL: address(["postgres:", "postgresql:"], "postgres://user:password@host:5432/name").optional(),
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
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  GOOGLE_MAPS_SCRIPT_BASE: address(["http:", "https:"], "https://maps.googleapis.com").default(
    "https://maps.googleapis.com",
  ),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, "must look like G-XXXXXXXXXX")
    .optional(),
  S3_URL: address(["http:", "https:"], "https://key:secret@s3.example.com/bucket").optional(),
  ADMIN_EMAIL: z.email("must be an email address").trim().toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(10, "must have at least 10 characters").optional(),
  SAMPLE_DATA: z.enum(["on", "off"], "must be on or off").optional(),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
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
  PSEUDO_LANGUAGE: z.enum(["on", "off"], "must be on or off").optional(),
  ADMIN_TWO_FACTOR: z.enum(["off", "required"], "must be off or required").default("off"),
  WEBHOOK_LOOPBACK: z.enum(["on", "off"], "must be on or off").optional(),
  UNCONFIRMED_HOLDS: wholeNumber(1, 1_000_000).default(3),
  UNCONFIRMED_SHARE: z
    .string()
    .trim()
    .regex(/^(0?\.\d{1,4}|1(\.0+)?)$/, "must be a share of the day, like 0.5, up to 1")
    .transform(Number)
    .default(0.5),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
});

/** Reads the configuration; throws a ConfigError that names the first wrong variable, never a secret's value. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // A variable set to nothing, as in an untouched line of an .env file, counts as absent.
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
  const publicUrl = data.PUBLIC_URL ?? `http://localhost:${data.PORT}`;
  const dataDir = resolve(data.DATA_DIR);
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl,
    dataDir,
    // Web processes on several machines share no folder: they need SECRET.
    secret: data.SECRET ?? loadSecret(dataDir, "secret"),
    databaseUrl: data.DATABASE_URL,
    smtpUrl: data.SMTP_URL,
    drainMs: data.DRAIN_SECONDS * 1000,
    mailStopMs: data.MAIL_STOP_SECONDS * 1000,
    mailFrom: data.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    stripeSecretKey: data.STRIPE_SECRET_KEY,
    stripeWebhookSecret: data.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: data.STRIPE_API_BASE,
    eInvoiceUrl: data.E_INVOICE_URL?.replace(/\/+$/, ""),
    eInvoiceKey: data.E_INVOICE_KEY,
    googleMapsApiKey: data.GOOGLE_MAPS_API_KEY,
    googleMapsScriptBase: data.GOOGLE_MAPS_SCRIPT_BASE,
    gaMeasurementId: data.GA_MEASUREMENT_ID,
    s3Url: data.S3_URL,
    admin:
      data.ADMIN_EMAIL && data.ADMIN_PASSWORD
        ? { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD }
        : undefined,
    // Whoever brings a database has customers of their own.
    sampleData: data.SAMPLE_DATA ? data.SAMPLE_DATA === "on" : !data.DATABASE_URL,
    role: data.ROLE,
    trustProxy: data.TRUST_PROXY,
    clientRateLimit: data.CLIENT_RATE_LIMIT,
    blockDevtools: data.BLOCK_DEVTOOLS ? data.BLOCK_DEVTOOLS === "on" : data.NODE_ENV === "production",
    captcha: captchaOf(data),
    pseudoLanguage: data.PSEUDO_LANGUAGE ? data.PSEUDO_LANGUAGE === "on" : data.NODE_ENV === "development",
    adminTwoFactor: data.ADMIN_TWO_FACTOR,
    webhookLoopback: data.WEBHOOK_LOOPBACK ? data.WEBHOOK_LOOPBACK === "on" : data.NODE_ENV === "development",
    unconfirmedHolds: data.UNCONFIRMED_HOLDS,
    unconfirmedShare: data.UNCONFIRMED_SHARE,
    backupDir: resolve(data.BACKUP_DIR ?? join(dataDir, "backups")),
    ...backupPassphraseOf(data),
  };
}

function backupPassphraseOf(
  data: z.infer<typeof schema>,
): Pick<Config, "backupPassphrase" | "backupPassphraseFile"> {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = data;
  if (!file) return { backupPassphrase: given };
  if (given) throw new ConfigError("Set either BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE, not both");
  try {
    const read = schema.shape.BACKUP_PASSPHRASE.safeParse(readFileSync(file, "utf8").trim());
    if (!read.data) throw new Error("the passphrase must have at least 16 characters");
    return { backupPassphrase: read.data, backupPassphraseFile: resolve(file) };
  } catch (error) {
    throw new ConfigError(`BACKUP_PASSPHRASE_FILE: ${error instanceof Error ? error.message : error}`);
  }
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

/** Whether something is kept in the data folder: what others keep elsewhere needs none. */
export function needsDataDir({ databaseUrl, smtpUrl, s3Url, backupPassphrase }: Config): boolean {
  return !databaseUrl || !smtpUrl || !s3Url || Boolean(backupPassphrase);
}

/** Makes the folder where there is none, and writes to it. Throws a ConfigError where it cannot hold data. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, ".written-to-")));
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot hold data: ${NO_DATA_DIR.get(code) ?? message} (${code})`,
    );
  }
}

const NO_DATA_DIR = new Map([
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

/** With the folders above it. Node's own way never ends where the system says, as /proc does, that there is no such place. */
function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was there first.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * A secret of this installation, made at first use and kept in the data folder, readable by the owner only.
 * When several processes ask for it for the first time at once, they all get the same.
 */
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
    // Unlike a rename, a link never replaces what another process put there first, and it appears whole.
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
    // Whatever else is wrong with the folder is told when it is prepared.
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

/** Pages, cookies and links are made for the whole of an origin. */
function origin() {
  const words = "must be an address without a path, like https://www.example.com";
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
    .refine((url) => url !== null && isOrigin(url), words)
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
