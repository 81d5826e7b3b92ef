import { moveLabels } from "~/features/operations/technician-app/labels";
import type { DraftOf } from "~/features/operations/technician-app/offline/phone-store";
import type { OwnVisit } from "~/features/operations/technician-app/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { sendDraftToOffice } from "./outbox";
import type { TechnicianWork } from "./use-work";

const ended: readonly OwnVisit["state"][] = ["on_hold", "work_done", "no_access", "handed_over"];

/** Unfinished reports of visits that were reassigned or ended meanwhile, for the office. */
export function OrphanedDrafts({ work }: { work: TechnicianWork }) {
  const { visits, online, unfinished } = work;
  // The stored list may be older than the draft.
  if (!visits || !online) return null;
  const orphaned = unfinished.filter(({ visitId }) => {
    const visit = visits.find(({ id }) => id === visitId);
    return !visit || ended.includes(visit.state);
  });
  const drafts = new Map(orphaned.map((part) => [`${part.visitId} ${part.move}`, part]));
  return [...drafts.values()].map((draft) => (
    <OrphanedDraft key={`${draft.visitId} ${draft.move}`} draft={draft} />
  ));
}

function OrphanedDraft({ draft }: { draft: DraftOf }) {
  const { visitId, userId, move, visit } = draft;
  const key = visit?.lateReportKey;
  if (!visit || !key) return null;
  return (
    <section className="flex flex-col gap-3 rounded-lg border-2 border-brass-text bg-surface p-4 text-ink">
      <h2 className="text-lg font-semibold">{m.technician_draft_orphaned()}</h2>
      <p>
        {m.technician_refused_visit({
          customer: bidiIsolate(visit.customerName),
          reference: visit.reference,
        })}
      </p>
      <p className="font-medium">{moveLabels[move]()}</p>
      <p>{m.technician_late_hint()}</p>
      <Button size="large" onClick={() => void sendDraftToOffice({ userId, visitId, move, visit }, key)}>
        {m.technician_late_send()}
      </Button>
    </section>
  );
}
