import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { requeueMail } from "~/platform/mail.server";
import { isOffice } from "../bookings/policy";

/** Tries a failed mail again, as when the mail server's trouble was mended. */
export function retryMail(
  ctx: Ctx,
  mailId: string,
): Promise<{ ok: true } | { ok: false; reason: "not-allowed" | "not-failed" }> {
  return inTransaction<{ ok: true } | { ok: false; reason: "not-allowed" | "not-failed" }>(
    ctx,
    async (ctx) => {
      if (!isOffice(ctx.actor)) return { ok: false, reason: "not-allowed" };
      return (await requeueMail(ctx, mailId)) ? { ok: true } : { ok: false, reason: "not-failed" };
    },
  );
}
