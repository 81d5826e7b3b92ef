import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { ConfigError, loadConfig, loadSecret } from "./config.server";

/** Prevents tests from creating a secret in the working folder. */
const SECRET = "a secret of at least 32 characters";

describe("loadConfig", () => {
  it("starts without any variable", () => {
    expect(loadConfig({ SECRET })).toEqual({
      port: 3000,
      host: "127.0.0.1",
      metricsHost: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      dataDir: join(process.cwd(), ".data"),
      backupDir: join(process.cwd(), ".data/backups"),
      secret: SECRET,
      mailFrom: "no-reply@localhost",
      drainMs: 0,
      mailStopMs: 10_000,
      stripeApiBase: "https://api.stripe.com",
      googleMapsScriptBase: "https://maps.googleapis.com",
      sampleData: true,
      role: "all",
      poolSize: 20,
      workerConcurrency: 10,
      trustProxy: 0,
      clientRateLimit: 30_000,
      captcha: { provider: "off" },
      adminTwoFactor: "off",
      webhookLoopback: false,
      unconfirmedHolds: 3,
      unconfirmedShare: 0.5,
      freeEmergencies: 3,
      alertIntervalMs: 60_000,
      languages: [],
      blockDevtools: false,
    });
  });

  it("traces to the collector's address with the standard sampler", () => {
    const endpoint = { SECRET, OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
    expect(loadConfig(endpoint).tracing).toEqual({
      url: "http://collector:4318/v1/traces",
      serviceName: "rukn",
      sampler: "parentbased_always_on",
      sampleRatio: 1,
    });
    const exact = loadConfig({
      ...endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://traces:4318/custom",
    });
    expect(exact.tracing?.url).toBe("http://traces:4318/custom");
    expect(loadConfig({ ...endpoint, OTEL_SDK_DISABLED: "true" }).tracing).toBeUndefined();
  });

  it("reads all environment variables", () => {
    const config = loadConfig({
      SECRET,
      PORT: "8080",
      PUBLIC_URL: "https://WWW.example.com/",
      DATABASE_URL: "postgres://app:secret@db.example.com/app",
      ADMIN_EMAIL: "Boss@Example.com",
      ADMIN_PASSWORD: "correct horse",
      ROLE: "web",
      WORKER_CONCURRENCY: "16",
      TRUST_PROXY: "1",
      CLIENT_RATE_LIMIT: "300",
      DATA_DIR: "/srv/data",
    });
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: "https://www.example.com",
      databaseUrl: "postgres://app:secret@db.example.com/app",
      mailFrom: "no-reply@www.example.com",
      admin: { email: "boss@example.com", password: "correct horse" },
      role: "web",
      workerConcurrency: 16,
      trustProxy: 1,
      clientRateLimit: 300,
      dataDir: "/srv/data",
    });
  });

  it("blocks developer tools in production by default", () => {
    expect(loadConfig({ SECRET, NODE_ENV: "production" }).blockDevtools).toBe(true);
    expect(loadConfig({ SECRET, NODE_ENV: "production", BLOCK_DEVTOOLS: "off" }).blockDevtools).toBe(false);
    expect(loadConfig({ SECRET, BLOCK_DEVTOOLS: "on" }).blockDevtools).toBe(true);
  });

  it("offers English alone, all languages in development, and those that are named", () => {
    const languagesOf = (env: Record<string, string>) => loadConfig({ SECRET, ...env }).languages;
    expect(languagesOf({ NODE_ENV: "production" })).toEqual([]);
    expect(languagesOf({ NODE_ENV: "development" })).toBe("all");
    expect(languagesOf({ NODE_ENV: "production", LANGUAGES: "en-XB, ar" })).toEqual(["en-XB", "ar"]);
  });

  it("adds sample data only to the embedded database by default", () => {
    const DATABASE_URL = "postgres://db.example.com/app";
    expect(loadConfig({ SECRET }).sampleData).toBe(true);
    expect(loadConfig({ SECRET, SAMPLE_DATA: "off" }).sampleData).toBe(false);
    expect(loadConfig({ SECRET, DATABASE_URL }).sampleData).toBe(false);
    expect(loadConfig({ SECRET, DATABASE_URL, SAMPLE_DATA: "on" }).sampleData).toBe(true);
  });

  it("treats empty variables as absent", () => {
    expect(loadConfig({ SECRET, PORT: "", DATABASE_URL: " ", SMTP_URL: "" })).toEqual(loadConfig({ SECRET }));
  });

  it.each<[string, Record<string, string>]>([
    ["PORT must be a whole number from 0 to 65535", { PORT: "http" }],
    ["PORT must be a whole number from 0 to 65535", { PORT: "65536" }],
    ...[
      "www.example.com",
      "https://www.example.com/shop",
      "https://www.example.com/?a",
      "ftp://example.com",
    ].map((PUBLIC_URL): [string, Record<string, string>] => [
      "PUBLIC_URL must be an address without a path, like https://www.example.com",
      { PUBLIC_URL },
    ]),
    [
      "DATABASE_URL must be an address like postgres://user:password@host:5432/name",
      { DATABASE_URL: "mysql://x/y" },
    ],
    ["OTEL_EXPORTER_OTLP_PROTOCOL must be http/json", { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
    ["OTEL_SDK_DISABLED must be true or false", { OTEL_SDK_DISABLED: "yes" }],
    [
      "OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
      { OTEL_TRACES_SAMPLER: "some" },
    ],
    [
      "OTEL_TRACES_SAMPLER_ARG must be a share of all traces, like 0.1, up to 1",
      { OTEL_TRACES_SAMPLER_ARG: "50" },
    ],
    ["SMTP_URL must be an address like smtps://user:password@host:465", { SMTP_URL: "mail.example.com" }],
    [
      'MAIL_FROM must be an address like office@example.com or "Office <office@example.com>"',
      { MAIL_FROM: "Office" },
    ],
    ["STRIPE_WEBHOOK_SECRET must be set too when STRIPE_SECRET_KEY is set", { STRIPE_SECRET_KEY: "sk_test" }],
    ["GA_MEASUREMENT_ID must look like G-XXXXXXXXXX", { GA_MEASUREMENT_ID: "UA-1" }],
    ["ADMIN_EMAIL must be an email address", { ADMIN_EMAIL: "boss" }],
    ["ADMIN_PASSWORD must be set too when ADMIN_EMAIL is set", { ADMIN_EMAIL: "boss@example.com" }],
    ["ADMIN_EMAIL must be set too when ADMIN_PASSWORD is set", { ADMIN_PASSWORD: "long enough" }],
    [
      "ADMIN_PASSWORD must have at least 10 characters",
      { ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "short" },
    ],
    ["SECRET must have at least 32 characters", { SECRET: "short" }],
    ["SAMPLE_DATA must be on or off", { SAMPLE_DATA: "yes" }],
    ["ROLE must be all, web or worker", { ROLE: "api" }],
    ["WORKER_CONCURRENCY must be at most 16 when POOL_SIZE is 20", { WORKER_CONCURRENCY: "17" }],
    ["POOL_SIZE must be a whole number from 5 to 500", { POOL_SIZE: "4" }],
    [
      "DATABASE_URL must be set too when DATABASE_DIRECT_URL is set",
      { DATABASE_DIRECT_URL: "postgres://app@server/app" },
    ],
    [
      "DATABASE_URL must be set too when DATABASE_READ_URL is set",
      { DATABASE_READ_URL: "postgres://app@server/app" },
    ],
    ["TRUST_PROXY must be a whole number from 0 to 10", { TRUST_PROXY: "true" }],
    ["UNCONFIRMED_SHARE must be a share of the day, like 0.5, up to 1", { UNCONFIRMED_SHARE: "50" }],
    [
      "IMAP_URL must begin with imaps://, because the password would be sent unencrypted",
      { IMAP_URL: "imap://office:secret@mail.example.com" },
    ],
    ["IMAP_URL must be an address like imaps://user:password@host:993", { IMAP_URL: "imaps://mail.example" }],
    [
      "IMAP_URL must be an address like imaps://user:password@host:993",
      { IMAP_URL: "imaps://office:100%@mail.example.com" },
    ],
    [
      "IMAP_URL and INBOUND_MAIL_ADDRESS exclude each other: one of them receives emails",
      {
        IMAP_URL: "imaps://office:secret@mail.example.com",
        ...{ INBOUND_MAIL_ADDRESS: "in@example.com", INBOUND_MAIL_SIGNING_KEY: "key" },
      },
    ],
    ["CLIENT_RATE_LIMIT must be a whole number from 300 to 1000000", { CLIENT_RATE_LIMIT: "299" }],
  ])("rejects an invalid configuration: %s", (message, env) => {
    expect(() => loadConfig(env)).toThrow(new ConfigError(message));
  });
});

it("reads user, password and folder of a mailbox unescaped", () => {
  const { imap } = loadConfig({
    IMAP_URL: "imaps://office%40example.com:p%40ss%2Fword@mail.example.com/Customers/New",
  });
  expect(imap).toEqual({
    ...{ host: "mail.example.com", port: 993, isTls: true, user: "office@example.com" },
    ...{ password: "p@ss/word", folder: "Customers/New" },
  });
  expect(loadConfig({ IMAP_URL: "imap://office:secret@[::1]:1143/" }).imap).toMatchObject({
    ...{ host: "::1", port: 1143, isTls: false, folder: "INBOX" },
  });
});

describe("loadSecret", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "config-test-"));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it("creates a secret once with owner-only access", () => {
    const secret = loadSecret(dataDir, "auth");
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(loadSecret(dataDir, "auth")).toBe(secret);
    expect(loadSecret(dataDir, "other")).not.toBe(secret);
    expect(statSync(join(dataDir, "secrets/auth")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "secrets")).mode & 0o777).toBe(0o700);
  });

  it("rejects an empty secret file", () => {
    writeFileSync(join(dataDir, "secrets/empty"), "");
    expect(() => loadSecret(dataDir, "empty")).toThrow(/secrets\/empty is empty/);
  });

  it("returns one secret to concurrent processes", async () => {
    // The module can be loaded by plain Node.
    const module = JSON.stringify(join(import.meta.dirname, "config.server.ts"));
    const script = `process.stdout.write((await import(${module})).loadSecret(${JSON.stringify(dataDir)}, "raced"))`;
    const secrets = await Promise.all(
      Array.from({ length: 6 }, () =>
        promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]),
      ),
    );
    expect(new Set(secrets.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(join(dataDir, "secrets")).filter((name) => name.startsWith("raced"))).toEqual([
      "raced",
    ]);
  });
});
