import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { type Refusal, refuse } from "../http/refusal";
import { mayHaveWhatsapp } from "../text/phone";
import { hasOptedOut } from "./messages.server";

declare module "../http/refusal" {
  interface Refusals {
    /** The customer has no address on the channel, or it is not configured. */
    "channel-unavailable": unknown;
    /** The recipient closed the channel. */
    "opted-out": unknown;
  }
}

export function canReceiveWhatsapp(
  { whatsapp }: Pick<Config, "whatsapp">,
  phone: string | null,
): phone is string {
  return whatsapp !== undefined && phone !== null && mayHaveWhatsapp(phone);
}

/** Refuses a message by WhatsApp that could not arrive. */
export async function requireWhatsapp(
  ctx: Ctx,
  config: Pick<Config, "whatsapp">,
  phone: string | null,
): Promise<{ ok: true } | Refusal<"channel-unavailable" | "opted-out">> {
  if (!canReceiveWhatsapp(config, phone)) return refuse("channel-unavailable");
  return (await hasOptedOut(ctx.db, "whatsapp", phone)) ? refuse("opted-out") : { ok: true };
}
