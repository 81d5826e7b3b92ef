import { setTimeout as sleep } from "node:timers/promises";
import { sendContactMessage } from "./send-contact-message";

const SENDERS = 6;

export interface FormStream {
  /** Email addresses of acknowledged forms. */
  acknowledged: string[];
  /** Number of other answers by status. */
  statuses: Map<number, number>;
  stop(): Promise<void>;
}

/** Sends contact forms at the same time and one after the other, until it is stopped. */
export function startForms(origin: string): FormStream {
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  let count = 0;
  let sending = true;
  async function send(): Promise<void> {
    const { email, answer } = await sendContactMessage(origin, count++);
    if (answer.ok) {
      acknowledged.push(email);
      return;
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    await sleep(100);
  }
  const senders = Array.from({ length: SENDERS }, async () => {
    while (sending) await send();
  });
  return {
    acknowledged,
    statuses,
    async stop() {
      sending = false;
      await Promise.all(senders);
    },
  };
}
