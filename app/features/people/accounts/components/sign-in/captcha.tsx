import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import type { CaptchaChallenge } from "~/platform/auth/captcha";
import { queryClient } from "~/platform/browser/query-client";
import { ProofOfWork } from "~/ui/form/proof-of-work";
import { captchaOfferQuery } from "../../client";

interface CaptchaProps {
  /** Called with each single-use token, and with undefined while there is none. */
  onToken: (token: string | undefined) => void;
  /** Incremented for a new token. */
  round: number;
}

/** Captcha widget, where configured; usually without interaction. */
export function Captcha({ onToken, round }: CaptchaProps) {
  const { data: offer } = useQuery(captchaOfferQuery(round), queryClient);
  if (offer?.provider === "altcha") {
    // Takes about a second while the form is filled in.
    const texts = { working: m.account_captcha_working(), done: m.account_captcha_passed() };
    return <ProofOfWork key={round} challenge={offer.challenge} onToken={onToken} words={texts} />;
  }
  if (offer?.provider === "turnstile") return <Turnstile key={round} offer={offer} onToken={onToken} />;
  return null;
}

type Offer<Provider> = Extract<CaptchaChallenge, { provider: Provider }>;

interface TurnstileApi {
  render(element: HTMLElement, options: Record<string, unknown>): string;
  remove(id: string): void;
}

function Turnstile({ offer, onToken }: { offer: Offer<"turnstile"> } & Pick<CaptchaProps, "onToken">) {
  const frame = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let id: string | undefined;
    let left = false;
    loadTurnstile(offer.scriptUrl).then(
      (turnstile) => {
        if (left || !frame.current) return;
        id = turnstile.render(frame.current, {
          sitekey: offer.siteKey,
          callback: onToken,
          "expired-callback": () => onToken(undefined),
        });
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      if (id) turnstileOf(window)?.remove(id);
      onToken(undefined);
    };
  }, [offer, onToken]);
  return failed ? (
    <p role="alert" className="text-sm text-error">
      {m.common_offline()}
    </p>
  ) : (
    <div ref={frame} />
  );
}

function turnstileOf(window: Window): TurnstileApi | undefined {
  return (window as { turnstile?: TurnstileApi }).turnstile;
}

function loadTurnstile(url: string): Promise<TurnstileApi> {
  return new Promise((resolve, reject) => {
    const loaded = turnstileOf(window);
    if (loaded) return resolve(loaded);
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => {
      const turnstile = turnstileOf(window);
      if (turnstile) resolve(turnstile);
      else reject(new Error("Turnstile did not start"));
    };
    script.onerror = () => reject(new Error("Turnstile could not be loaded"));
    document.head.append(script);
  });
}
