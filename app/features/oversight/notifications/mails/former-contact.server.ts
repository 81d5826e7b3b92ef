import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";

/** Only changed values are stored, and erasure empties them. */
const contactValues = z.object({
  phone: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
});

/** Phone and email before the correction that the trail entry records, as far as it changed them. */
export async function readFormerContact(ctx: Ctx, trailId: number) {
  const row = await ctx.db
    .selectFrom("trailValues")
    .select("before")
    .where("trailId", "=", trailId)
    .executeTakeFirst();
  return z.safeParse(contactValues, row?.before).data;
}
