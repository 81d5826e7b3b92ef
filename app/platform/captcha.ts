import type { Challenge } from "altcha-lib/types";

/** What a page needs to get a token (`captchaToken`). */
export type CaptchaOffer =
  | { provider: "off" }
  | { provider: "altcha"; challenge: Challenge }
  | { provider: "turnstile"; siteKey: string; scriptUrl: string };
