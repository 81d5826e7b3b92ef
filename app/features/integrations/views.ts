import * as z from "zod/mini";

/** A key as the office sees it; the key itself nobody sees again. Instants are ISO 8601 in UTC. */
export const keyView = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four characters. */
  ending: z.string(),
  permissions: z.array(z.string()),
  /** Who made it, and as whom it acts. */
  owner: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  lastUsedAt: z.nullable(z.iso.datetime()),
  state: z.enum(["good", "expired", "revoked"]),
});
export type KeyView = z.output<typeof keyView>;

export const keyList = z.object({ keys: z.array(keyView) });
