import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { passSecurityCheck } from "../../core/forms/security-check.server";
import type { ContactForm } from "./schema";
import "./contact";

/** The event triggers the emails. */
export const sendMessage = command(
  "messages.send",
  async function sendMessage(ctx, form: ContactForm, securityCheck: { id: string; answer: number }) {
    if (!form.phone) {
      const deliverable = await refuseUndeliverable(ctx, form.email);
      if (!deliverable.ok) return deliverable;
    }
    const passed = await passSecurityCheck(ctx, securityCheck);
    if (!passed.ok) return passed;
    const { id, reference } = await ctx.db
      .insertInto("contactMessages")
      .values({
        name: form.name,
        email: form.email,
        phone: form.phone ?? null,
        message: form.message,
        userId: userIdOf(ctx.actor),
        language: ctx.locale,
        sentAt: ctx.now,
      })
      .returning(["id", "reference"])
      .executeTakeFirstOrThrow();
    await emit(ctx, "contact.message-sent", id, {});
    return { ok: true, reference };
  },
);
