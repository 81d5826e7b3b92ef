import { HttpError, newKey } from "./http-client";

/** Parts of the input that come from the loaded record. The unanswered call may have changed them. */
const LOADED = /^(version|seen[A-Z])/;

/**
 * Repeats a call without a final answer exactly as it was sent, with its idempotency key and version, so that pressing
 * the button again changes nothing twice. A final answer or other input ends it.
 */
export function createRepeatedCalls(createKey: () => string = newKey) {
  let unanswered: { typed: string; input: object; key: string } | null = null;

  return async <Input extends object, Answer>(
    input: Input,
    send: (input: Input, key: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const typed = JSON.stringify(input, (name, value) => (LOADED.test(name) ? undefined : value));
    if (unanswered?.typed !== typed) unanswered = { typed, input, key: createKey() };
    const call = unanswered;
    const end = () => {
      if (unanswered === call) unanswered = null;
    };
    try {
      const answer = await send(call.input as Input, call.key);
      end();
      return answer;
    } catch (error) {
      if (error instanceof HttpError && error.status >= 400 && error.status < 500) end();
      throw error;
    }
  };
}
