import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { issueDraft } from "../draft/issue.server";
import { lockDraft, type SeenInvoice } from "../draft/lock-draft.server";
import { findMissingLettersOfDraft } from "../draft/missing-letters.server";
import type { DraftContent } from "../schema";
import { saveDraft } from "./change-draft.server";

/**
 * Issues a draft; number, parties, dates and sums are then final. `content`: unsaved changes, saved first.
 * `acceptMissingLetters`: the office has seen which letters the PDF cannot show. `supplyReason`: why a supply of long
 * ago is invoiced now.
 */
export const issueInvoice = command(
  "invoices.manage",
  async function issueInvoice(
    ctx,
    seen: SeenInvoice,
    {
      content,
      acceptMissingLetters,
      supplyReason,
    }: { content?: DraftContent; acceptMissingLetters?: boolean; supplyReason?: string } = {},
  ) {
    if (content) {
      const saved = await saveDraft(ctx, seen, content);
      if (!saved.ok) return saved;
    }
    const locked = await lockDraft(ctx, { id: seen.id, version: content ? seen.version + 1 : seen.version });
    if (!locked.ok) return locked;
    if (!acceptMissingLetters) {
      const letters = await findMissingLettersOfDraft(ctx, locked.draft);
      if (letters.length > 0) return refuse("missing-letters", { letters });
    }
    return issueDraft(ctx, locked.draft, { supplyReason });
  },
);
