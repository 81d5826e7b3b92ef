import { type ReactNode, useCallback, useState } from "react";
import { HttpError } from "~/platform/browser/http-client";
import { Captcha } from "./captcha";

/** Captcha of a form: widget, token, and renewal after each use. */
export function useCaptcha({ atOnce }: { atOnce: boolean }): {
  captcha: ReactNode;
  captchaToken: string | undefined;
  /** Call after every request: tokens are single-use, and a refusal may ask for one. */
  used: (error?: unknown) => void;
} {
  const [isRequired, setIsRequired] = useState(atOnce);
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);
  const onToken = useCallback((next: string | undefined) => setToken(next), []);

  return {
    captcha: isRequired ? <Captcha onToken={onToken} round={round} /> : null,
    captchaToken: token,
    used(error?: unknown) {
      if (error instanceof HttpError && error.reason === "captcha-required") setIsRequired(true);
      setRound((before) => before + 1);
    },
  };
}
