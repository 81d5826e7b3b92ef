import { m } from "~/paraglide/messages";
import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import { ProofOfWork } from "~/ui/form/proof-of-work";

interface ProofOfWorkPromptProps {
  message: string;
  work: ProofOfWorkChallenge;
  onToken: (token: string | undefined) => void;
}

export function ProofOfWorkPrompt({ message, work, onToken }: ProofOfWorkPromptProps) {
  const words = { working: m.booking_work_going(), done: m.booking_work_done() };
  return (
    <div className="flex flex-col gap-3 rounded border border-accent bg-brass-soft p-4 text-brass-text">
      <p id="booking-work" role="alert" tabIndex={-1} className="font-medium">
        {message}
      </p>
      <ProofOfWork
        key={work.challenge.signature}
        challenge={work.challenge}
        onToken={onToken}
        words={words}
      />
    </div>
  );
}
