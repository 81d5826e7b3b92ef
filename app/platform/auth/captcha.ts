import type { Challenge } from "altcha-lib/types";

export type CaptchaChallenge =
  | { provider: "off" }
  | ProofOfWorkChallenge
  | { provider: "turnstile"; siteKey: string; scriptUrl: string };

export interface ProofOfWorkChallenge {
  provider: "altcha";
  challenge: Challenge;
}
