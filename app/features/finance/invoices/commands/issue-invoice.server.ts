import { command } from "~/platform/auth/command.server";
import { issueDraft } from "../draft/issue.server";
import { lockDraft, type SeenInvoice } from "../draft/lock-draft.server";
import type { DraftContent } from "../schema";
import { saveDraft } from "./change-draft.server";

/**
 * Issues a draft; number, parties, dates and sums are then final. `content`: unsaved changes, saved first.
 */
export const issueInvoice = command(
  "invoices.manage",
  async function issueInvoice(ctx, seen: SeenInvoice, content?: DraftContent) {
    if (content) {
      const saved = await saveDraft(ctx, seen, content);
      if (!saved.ok) return saved;
    }
    const locked = await lockDraft(ctx, { id: seen.id, version: content ? seen.version + 1 : seen.version });
    return locked.ok ? issueDraft(ctx, locked.draft) : locked;
  },
);
