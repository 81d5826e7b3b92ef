import type { Ctx } from "~/platform/context";
import { inBatches } from "~/platform/database/transaction.server";
import { MESSAGE_MONTHS } from "./contact";

const BATCH_SIZE = 500;

/** Purges contact messages with their state in the inbox; what followed from them has its own records. */
export async function purgeMessages(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now);
  before.setUTCMonth(before.getUTCMonth() - MESSAGE_MONTHS);
  await inBatches(ctx, BATCH_SIZE, async ({ db }) => {
    const purged = await db
      .deleteFrom("contactMessages")
      .where("id", "in", (eb) =>
        eb
          .selectFrom("contactMessages")
          .select("id")
          .where("sentAt", "<", before)
          .orderBy("sentAt")
          .orderBy("id")
          .limit(BATCH_SIZE)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst();
    return Number(purged.numDeletedRows);
  });
}
