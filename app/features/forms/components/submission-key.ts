import { newKey } from "~/platform/browser/http-client";

/**
 * Idempotency key of a submission. While the outcome is unknown, the same content repeats its key, so that a
 * retry never books twice. A final answer or other content ends it.
 */
export function createSubmissionKeys(createKey: () => string = newKey) {
  let pending: { content: string; key: string } | null = null;

  return {
    keyFor(payload: unknown): string {
      const content = JSON.stringify(payload);
      if (pending?.content !== content) pending = { content, key: createKey() };
      return pending.key;
    },
    /** Call after the server's final answer. */
    settled() {
      pending = null;
    },
  };
}
