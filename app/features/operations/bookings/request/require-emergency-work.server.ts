import { createProofOfWork, verifyProofOfWork } from "~/platform/auth/captcha.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientNetwork, NETWORKS_OF_SITE, siteOfNetwork } from "~/platform/http/limits/client-address.server";
import { recordAttempt } from "~/platform/http/limits/rate-limit.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { EMERGENCY_WINDOW_S, emergencyDoublings, MAX_EMERGENCY_TRIES } from "./emergency-work";

export interface EmergencyLimits extends Pick<Config, "freeEmergencies" | "secret"> {
  captchaToken?: string;
}

/**
 * Counts the emergency of the client's network and IPv6 site. The caller must roll back on a refusal, which takes the count
 * back. Concurrent emergencies of a network wait for each other.
 */
export async function requireEmergencyWork(
  ctx: Ctx,
  { freeEmergencies, secret, captchaToken }: EmergencyLimits,
): Promise<{ ok: true } | Refusal<"captcha-required">> {
  const network = clientNetwork(ctx.clientIp);
  const site = siteOfNetwork(network);
  const count = (place: string) =>
    recordAttempt(ctx, { key: `emergencies ${place}`, seconds: EMERGENCY_WINDOW_S });
  // Always in this order, to avoid deadlocks.
  const ofNetwork = await count(network);
  const ofSite = site === null ? 0 : await count(site);
  const beyondOthers = ofSite - (NETWORKS_OF_SITE - 1) * freeEmergencies;
  const doublings = emergencyDoublings(Math.max(ofNetwork, beyondOthers), freeEmergencies);
  if (doublings === null || (await verifyProofOfWork(ctx, { secret }, captchaToken, doublings)))
    return { ok: true };
  return refuse("captcha-required", {
    about: "emergency",
    proofOfWork: await createProofOfWork(ctx, { secret }, doublings, MAX_EMERGENCY_TRIES),
    retried: captchaToken !== undefined,
  });
}
