import type { Ctx } from "~/platform/context";
import { takeAttempt } from "~/platform/rate-limit.server";

/**
 * Anybody can write anybody's email into a form: so many mails a day that a form arrived go to one address, whatever
 * is sent. The office is told of all.
 */
const ANSWER_MAILS = { most: 3, seconds: 24 * 60 * 60 };

/** Takes one of the mails that this address may have; false: it has had its share. */
export async function mayHaveAnswerMail(ctx: Ctx, email: string): Promise<boolean> {
  return (await takeAttempt(ctx, { key: `answer-mail ${email}`, ...ANSWER_MAILS })).ok;
}
