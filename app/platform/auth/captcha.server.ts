import { createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Payload } from "altcha-lib/types";
import type { Config, TurnstileConfig } from "../config.server";
import type { Ctx } from "../context";
import { takeAttempt } from "../http/limits/rate-limit.server";
import { log } from "../log.server";
import { addMinutes } from "../time";
import type { CaptchaChallenge, ProofOfWorkChallenge } from "./captcha";

type CaptchaSettings = Pick<Config, "captcha" | "secret">;

const LIFETIME_MIN = 20;
/** Half a second on a laptop core: negligible for one visitor, expensive for a million attempts. */
const PROOF_OF_WORK = { algorithm: "PBKDF2/SHA-256", cost: 5_000, min: 300, max: 1_000, minutesOfMax: 0.1 };

export async function createCaptchaChallenge(
  ctx: Ctx,
  { captcha, secret }: CaptchaSettings,
): Promise<CaptchaChallenge> {
  switch (captcha.provider) {
    case "off":
      return { provider: "off" };
    case "turnstile":
      return {
        provider: "turnstile",
        siteKey: captcha.siteKey,
        scriptUrl: `${captcha.apiBase}/turnstile/v0/api.js?render=explicit`,
      };
    case "altcha":
      return createProofOfWork(ctx, { secret }, 0);
  }
}

/**
 * Every increment of `doublings` doubles the work; it may be negative.
 * `maxTries`: limit of the work, in derived keys of about 1.3 ms on a laptop core and 4 ms on a phone.
 */
export async function createProofOfWork(
  ctx: Ctx,
  { secret }: Pick<Config, "secret">,
  doublings: number,
  maxTries = Number.POSITIVE_INFINITY,
): Promise<ProofOfWorkChallenge> {
  const times = 2 ** doublings;
  const max = Math.min(PROOF_OF_WORK.max * times, maxTries);
  const challenge = await createChallenge({
    algorithm: PROOF_OF_WORK.algorithm,
    cost: PROOF_OF_WORK.cost,
    // Random also at the limit, because a solver would try a known number first.
    counter: randomInt(Math.round(max), Math.round(PROOF_OF_WORK.min * times)),
    deriveKey,
    expiresAt: addMinutes(ctx.now, LIFETIME_MIN + PROOF_OF_WORK.minutesOfMax * times),
    data: { doublings },
    ...altchaSecrets(secret),
  });
  return { provider: "altcha", challenge };
}

export async function verifyCaptcha(
  ctx: Ctx,
  { captcha, secret }: CaptchaSettings,
  token: string | undefined,
): Promise<boolean> {
  if (captcha.provider === "off") return true;
  if (!token) return false;
  return captcha.provider === "altcha"
    ? verifyProofOfWork(ctx, { secret }, token, 0)
    : verifyTurnstile(ctx, captcha, token);
}

function altchaSecrets(secret: string) {
  const derive = (purpose: string) => createHmac("sha256", secret).update(purpose).digest("base64url");
  return { hmacSignatureSecret: derive("captcha"), hmacKeySignatureSecret: derive("captcha solution") };
}

/** Accepts each token once, unless the transaction rolls back. */
export async function verifyProofOfWork(
  ctx: Ctx,
  { secret }: Pick<Config, "secret">,
  token: string | undefined,
  doublings: number,
): Promise<boolean> {
  if (!token) return false;
  let payload: Payload;
  try {
    payload = JSON.parse(Buffer.from(token, "base64").toString());
    const { challenge, solution } = payload;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...altchaSecrets(secret) });
    if (!verified || !challenge.signature) return false;
    if (Number(challenge.parameters.data?.doublings ?? 0) < doublings) return false;
  } catch {
    return false;
  }
  const until = (payload.challenge.parameters.expiresAt ?? 0) * 1000;
  const seconds = Math.max(LIFETIME_MIN * 60, Math.ceil((until - ctx.now.getTime()) / 1000));
  const use = { key: `captcha ${payload.challenge.signature}`, max: 1, seconds };
  return (await takeAttempt(ctx, use)).ok;
}

const TURNSTILE_TIMEOUT_MS = 5_000;

async function verifyTurnstile(ctx: Ctx, turnstile: TurnstileConfig, token: string): Promise<boolean> {
  try {
    const answer = await fetch(`${turnstile.apiBase}/turnstile/v0/siteverify`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ secret: turnstile.secretKey, response: token, remoteip: ctx.clientIp }),
      signal: AbortSignal.timeout(TURNSTILE_TIMEOUT_MS),
    });
    const { success } = (await answer.json()) as { success?: boolean };
    return success === true;
  } catch (error) {
    log.error("turnstile-unavailable", "Turnstile could not be reached", { error, requestId: ctx.requestId });
    return false;
  }
}
