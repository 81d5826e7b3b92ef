import type { Challenge } from "altcha-lib/types";

/** What a page needs to get a token (`captchaToken`). */
export type CaptchaChallenge =
  | { provider: "off" }
  | ProofOfWorkChallenge
  | { provider: "turnstile"; siteKey: string; scriptUrl: string };

/** A sum for the machine of whoever is there. */
export interface ProofOfWorkChallenge {
  provider: "altcha";
  challenge: Challenge;
}
