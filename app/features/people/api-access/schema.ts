import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { singleLine } from "~/platform/text/sanitize-text";
import { isDay } from "~/platform/time";
import { type KeyPermission, keyPermissions } from "./key-areas";
import { webhookEvents } from "./webhook-events";

/** Name of 1 to 80 characters. */
const name = z
  .string({ error: () => m.keys_error_name() })
  .check(
    singleLine(),
    z.minLength(1, { error: () => m.keys_error_name() }),
    z.maxLength(80, { error: () => m.keys_error_name_long({ max: 80 }) }),
  );

/** Input of a new key. `today`: Dubai day. */
export const keySchema = (today: string) =>
  z.object({
    name,
    permissions: z
      .array(z.enum(keyPermissions as [KeyPermission, ...KeyPermission[]]))
      .check(z.minLength(1, { error: () => m.keys_error_nothing() })),
    /** Last Dubai day of validity; null if unlimited. */
    lastDay: z.nullable(
      z.string().check(
        z.refine((day) => isDay(day), { error: () => m.keys_error_day(), abort: true }),
        z.refine((day) => day >= today, { error: () => m.keys_error_past() }),
      ),
    ),
  });

/** Address and events. */
export const webhookSchema = z.object({
  url: z
    .string({ error: () => m.webhooks_error_unreadable() })
    .check(
      singleLine(),
      z.minLength(1, { error: () => m.webhooks_error_unreadable() }),
      z.maxLength(500, { error: () => m.webhooks_error_long() }),
    ),
  events: z.array(z.enum(webhookEvents)).check(z.minLength(1, { error: () => m.webhooks_error_no_events() })),
});
