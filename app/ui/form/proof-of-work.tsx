import type { Challenge } from "altcha-lib/types";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useEffect, useState } from "react";

interface ProofOfWorkProps {
  challenge: Challenge;
  /** Called with the single-use token, and with undefined while there is none. */
  onToken: (token: string | undefined) => void;
  words: { working: string; done: string };
}

/** Solves a proof-of-work challenge. Needs a new React `key` for each challenge. */
export function ProofOfWork({ challenge, onToken, words }: ProofOfWorkProps) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    const worker = new Worker(new URL("./proof-of-work-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: solution }) => {
      if (!solution) return;
      onToken(btoa(JSON.stringify({ challenge, solution })));
      setDone(true);
    };
    worker.postMessage(challenge);
    return () => {
      worker.terminate();
      onToken(undefined);
    };
  }, [challenge, onToken]);
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <ShieldCheck aria-hidden className={done ? "size-5 text-calm-text" : "size-5"} />
      <span>{done ? words.done : words.working}</span>
    </p>
  );
}
