import type { Challenge } from "altcha-lib/types";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useEffect, useState } from "react";
import { m } from "~/paraglide/messages";
import { LoadError } from "../screen/load-error";

const MAX_ATTEMPTS = 3;
const RETRY_MS = 2_000;

interface ProofOfWorkProps {
  challenge: Challenge;
  /** Called with the single-use token, and with undefined while there is none. */
  onToken: (token: string | undefined) => void;
  words: { working: string; done: string };
}

/** Solves a proof-of-work challenge. Needs a new React `key` for each challenge. */
export function ProofOfWork({ challenge, onToken, words }: ProofOfWorkProps) {
  const [state, setState] = useState<"working" | "done" | "failed">("working");
  const [attempt, setAttempt] = useState(1);
  const done = state === "done";
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout>;
    const worker = new Worker(new URL("./proof-of-work-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: solution }) => {
      if (!solution) return;
      onToken(btoa(JSON.stringify({ challenge, solution })));
      setState("done");
    };
    // A network or a content blocker refused its file.
    worker.onerror = () => {
      if (attempt % MAX_ATTEMPTS === 0) setState("failed");
      else retry = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
    };
    worker.postMessage(challenge);
    return () => {
      clearTimeout(retry);
      worker.terminate();
      onToken(undefined);
    };
  }, [challenge, onToken, attempt]);
  if (state === "failed") {
    const startAgain = () => {
      setState("working");
      setAttempt(attempt + 1);
    };
    return <LoadError error={new Error(m.common_part_failed())} onRetry={startAgain} />;
  }
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <ShieldCheck aria-hidden className={done ? "size-5 text-calm-text" : "size-5"} />
      <span>{done ? words.done : words.working}</span>
    </p>
  );
}
