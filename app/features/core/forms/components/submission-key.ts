import { newKey } from "~/platform/browser/http-client";

/**
 * Repeats the idempotency key for the same content, so that a retry never books twice. A final response or
 * other content ends it.
 */
export function createSubmissionKeys(createKey: () => string = newKey) {
  let pending: { content: string; key: string } | null = null;

  return {
    keyFor(payload: unknown): string {
      const content = JSON.stringify(payload);
      if (pending?.content !== content) pending = { content, key: createKey() };
      return pending.key;
    },
    settled() {
      pending = null;
    },
  };
}
