import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { findMissingLetters } from "~/platform/documents/render.server";
import { currentBuyer, currentSeller, propertyAddress } from "../../quotes/document/parties.server";
import { readDraftLines } from "./draft-lines.server";

/** Letters that the PDF of the draft would show as boxes. */
export async function findMissingLettersOfDraft(
  ctx: Ctx,
  { id, customerId, propertyId, note }: Selectable<Tables["invoices"]>,
): Promise<string[]> {
  const printed = [
    await currentSeller(ctx),
    await currentBuyer(ctx, { customerId, propertyId }),
    propertyId && (await propertyAddress(ctx, propertyId)),
    await readDraftLines(ctx, id),
    note,
  ];
  return findMissingLetters(ctx, JSON.stringify(printed));
}
