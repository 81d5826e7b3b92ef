import { m } from "~/paraglide/messages";
import type { WorkOffer } from "~/platform/auth/captcha";
import { CaptchaWork } from "~/ui/form/proof-of-work";

interface WorkAskedProps {
  /** Why, in words. */
  message: string;
  work: WorkOffer;
  onToken: (token: string | undefined) => void;
}

/** So many times are held that nobody has confirmed: this one is held for some work of the browser. */
export function WorkAsked({ message, work, onToken }: WorkAskedProps) {
  const words = { working: m.booking_work_going(), done: m.booking_work_done() };
  return (
    <div className="flex flex-col gap-3 rounded border border-accent bg-brass-soft p-4 text-brass-text">
      <p id="booking-work" role="alert" tabIndex={-1} className="font-medium">
        {message}
      </p>
      <CaptchaWork
        key={work.challenge.signature}
        challenge={work.challenge}
        onToken={onToken}
        words={words}
      />
    </div>
  );
}
