import { createProofOfWork, verifyProofOfWork } from "~/platform/auth/captcha.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientNetwork } from "~/platform/http/limits/client-address.server";
import { recordAttempt } from "~/platform/http/limits/rate-limit.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { EMERGENCY_WINDOW_S, emergencyDoublings, MAX_EMERGENCY_TRIES } from "./emergency-work";

export interface EmergencyLimits extends Pick<Config, "freeEmergencies" | "secret"> {
  captchaToken?: string;
}

/**
 * Counts the emergency of the client's network. The caller must roll back on a refusal, which takes the count
 * back. Concurrent emergencies of a network wait for each other.
 */
export async function requireEmergencyWork(
  ctx: Ctx,
  { freeEmergencies, secret, captchaToken }: EmergencyLimits,
): Promise<{ ok: true } | Refusal<"captcha-required">> {
  const key = `emergencies ${clientNetwork(ctx.clientIp)}`;
  const earlier = await recordAttempt(ctx, { key, seconds: EMERGENCY_WINDOW_S });
  const doublings = emergencyDoublings(earlier, freeEmergencies);
  if (doublings === null || (await verifyProofOfWork(ctx, { secret }, captchaToken, doublings)))
    return { ok: true };
  return refuse("captcha-required", {
    about: "emergency",
    proofOfWork: await createProofOfWork(ctx, { secret }, doublings, MAX_EMERGENCY_TRIES),
    retried: captchaToken !== undefined,
  });
}
