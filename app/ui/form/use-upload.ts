import { useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";

export interface UploadOptions {
  /** `part`: uploaded share, 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * A new file aborts the previous upload. `progress`: 0 to 1, or null without an upload. `run`: any other
 * operation with the same error handling.
 */
export function useUpload(upload: (file: File, options: UploadOptions) => Promise<void>) {
  const [progress, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const last = useRef<AbortController>(null);

  async function run(something: () => Promise<void>, abort?: AbortController) {
    setFailure(undefined);
    try {
      await something();
    } catch (thrown) {
      if (abort?.signal.aborted) return;
      setFailure(thrown instanceof HttpError ? thrown.message : m.common_unexpected_answer());
    }
  }

  async function send(file: File) {
    last.current?.abort();
    const abort = new AbortController();
    last.current = abort;
    setSent(0);
    await run(() => upload(file, { onProgress: setSent, signal: abort.signal }), abort);
    if (last.current === abort) setSent(null);
  }

  return { send, sent: progress, failure, trying: run };
}
