import { newKey } from "~/platform/browser/http-client";

/**
 * The Idempotency-Key of a submission. While nobody knows whether the last one arrived, the same content is sent
 * under the same key, so that trying again never books twice; a final answer, or other content, ends it.
 */
export function createSubmissionKeys(makeKey: () => string = newKey) {
  let pending: { content: string; key: string } | null = null;

  return {
    keyFor(payload: unknown): string {
      const content = JSON.stringify(payload);
      if (pending?.content !== content) pending = { content, key: makeKey() };
      return pending.key;
    },
    /** The server gave its final answer to the last submission. */
    settled() {
      pending = null;
    },
  };
}
