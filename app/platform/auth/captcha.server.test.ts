import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { loadConfig } from "../config.server";
import type { Ctx } from "../context";
import { visitor } from "./actor";
import { createCaptchaChallenge, verifyCaptcha } from "./captcha.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ctx = (): Ctx => ({
  actor: visitor,
  db: database.db,
  now: new Date(),
  requestId: "test-test",
  locale: "en",
});
const configOf = (env: Record<string, string>) =>
  loadConfig({ SECRET: "a secret of at least 32 characters", ...env });
const altcha = configOf({ CAPTCHA: "altcha" });

async function solve(config = altcha): Promise<string> {
  const offer = await createCaptchaChallenge(ctx(), config);
  if (offer.provider !== "altcha") throw new Error("No challenge");
  const solution = await solveChallenge({ challenge: offer.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: offer.challenge, solution })).toString("base64");
}

describe("verifyCaptcha", () => {
  it("accepts everything without a configured captcha", async () => {
    const off = configOf({});
    expect(await createCaptchaChallenge(ctx(), off)).toEqual({ provider: "off" });
    expect(await verifyCaptcha(ctx(), off, undefined)).toBe(true);
    expect(await verifyCaptcha(ctx(), off, "anything")).toBe(true);
  });

  it("accepts a solved challenge once", async () => {
    const token = await solve();
    expect(await verifyCaptcha(ctx(), altcha, token)).toBe(true);
    expect(await verifyCaptcha(ctx(), altcha, token)).toBe(false);
  });

  it("rejects solutions that are forged, expired, easier or of another secret", async () => {
    const token = await solve();
    const { challenge, solution } = JSON.parse(Buffer.from(token, "base64").toString());
    const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString("base64");
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00", cost: 1 } };
    for (const wrong of [
      undefined,
      "",
      "nonsense",
      encode(null),
      encode({ challenge }),
      encode({ challenge, solution: { ...solution, derivedKey: "00".repeat(32) } }),
      encode({ challenge: easier, solution }),
      encode({ challenge: { parameters: challenge.parameters }, solution }),
      await solve(configOf({ CAPTCHA: "altcha", SECRET: "another secret of 32 characters or so" })),
    ]) {
      expect(await verifyCaptcha(ctx(), altcha, wrong)).toBe(false);
    }
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    expect(await verifyCaptcha(ctx(), altcha, token)).toBe(false);
    vi.useRealTimers();
    expect(await verifyCaptcha(ctx(), altcha, token)).toBe(true);
  });
});

describe("verifyCaptcha with Turnstile", () => {
  let server: Server;
  let requests: unknown[];
  let base: string;
  beforeAll(async () => {
    requests = [];
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (data) => {
        body += data;
      });
      request.on("end", () => {
        requests.push({ path: request.url, ...JSON.parse(body) });
        response.end(JSON.stringify({ success: JSON.parse(body).response === "good" }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const keys = { CAPTCHA: "turnstile", TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" };

  it("validates tokens with Cloudflare", async () => {
    const config = configOf({ ...keys, TURNSTILE_API_BASE: base });
    expect(await createCaptchaChallenge(ctx(), config)).toEqual({
      provider: "turnstile",
      siteKey: "site",
      scriptUrl: `${base}/turnstile/v0/api.js?render=explicit`,
    });
    expect(await verifyCaptcha({ ...ctx(), clientIp: "192.0.2.1" }, config, "good")).toBe(true);
    expect(await verifyCaptcha(ctx(), config, "bad")).toBe(false);
    expect(requests[0]).toEqual({
      path: "/turnstile/v0/siteverify",
      secret: "secret",
      response: "good",
      remoteip: "192.0.2.1",
    });
  });

  it("rejects tokens while Cloudflare is unreachable and requires its keys", async () => {
    const config = configOf({ ...keys, TURNSTILE_API_BASE: "http://127.0.0.1:9" });
    expect(await verifyCaptcha(ctx(), config, "good")).toBe(false);
    expect(() => configOf({ CAPTCHA: "turnstile" })).toThrow(/TURNSTILE_SITE_KEY/);
  });
});
