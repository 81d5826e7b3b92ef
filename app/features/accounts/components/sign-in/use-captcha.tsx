import { useCallback, useState } from "react";
import { HttpError } from "~/platform/browser/http-client";
import { Captcha } from "./captcha";

/** A form's captcha: what to show, the token to send, and another one after each use. */
export function useCaptcha({ atOnce }: { atOnce: boolean }) {
  const [wanted, setWanted] = useState(atOnce);
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);
  const onToken = useCallback((next: string | undefined) => setToken(next), []);

  return {
    captcha: wanted ? <Captcha onToken={onToken} round={round} /> : null,
    captchaToken: token,
    /** After anything was sent: a token passes once, and a refusal may be for want of one. */
    used(error?: unknown) {
      if (error instanceof HttpError && error.reason === "captcha-required") setWanted(true);
      setRound((before) => before + 1);
    },
  };
}
