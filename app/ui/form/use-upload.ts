import { useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * A file that is uploaded as soon as it is chosen; another one takes its place on the way. `sent`: how much of it, from 0 to
 * 1, while it is under way; `failure`: why it was not taken, in words; `trying`: does something else with it, and says as
 * `failure` why that was refused.
 */
export function useUpload(upload: (file: File, options: UploadOptions) => Promise<void>) {
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const last = useRef<AbortController>(null);

  async function trying(something: () => Promise<void>, abort?: AbortController) {
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
    await trying(() => upload(file, { onProgress: setSent, signal: abort.signal }), abort);
    if (last.current === abort) setSent(null);
  }

  return { send, sent, failure, trying };
}
