import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { findFile, type StoredFile } from "~/platform/files/files.server";
import { listBookingPhotos } from "./draft/quote-source.server";

/** Photo that is attached to the quote or can be attached; for the office. */
export const findQuotePhotoForOffice = query(
  "quotes.read",
  async function findQuotePhotoForOffice(ctx, quoteId: string, fileId: string): Promise<StoredFile | null> {
    const quote = await ctx.db
      .selectFrom("quotes")
      .select("bookingId")
      .where("id", "=", quoteId)
      .executeTakeFirst();
    if (!quote) return null;
    const shown = await ctx.db
      .selectFrom("quotePhotos")
      .select("fileId")
      .where("quoteId", "=", quoteId)
      .where("fileId", "=", fileId)
      .executeTakeFirst();
    if (!shown && !(await listBookingPhotos(ctx, quote.bookingId)).includes(fileId)) return null;
    return loadQuoteFile(ctx, fileId);
  },
);

/** Photo of the last sent version, for the customer. */
export const findQuotePhoto = query(
  "quotes.answer",
  async function findQuotePhoto(ctx, quoteId: string, fileId: string): Promise<StoredFile | null> {
    const shown = await ctx.db
      .selectFrom("quotePhotos")
      .innerJoin("quotes", (join) =>
        join.onRef("quotes.id", "=", "quoteId").onRef("quotes.revision", "=", "quotePhotos.revision"),
      )
      .select("fileId")
      .where("quoteId", "=", quoteId)
      .where("fileId", "=", fileId)
      .executeTakeFirst();
    return shown ? loadQuoteFile(ctx, fileId) : null;
  },
);

/** Reads with system rights, because access to the quote includes its photos. */
function loadQuoteFile(ctx: Ctx, fileId: string): Promise<StoredFile | null> {
  return findFile({ ...ctx, actor: { role: "system" } }, fileId);
}
