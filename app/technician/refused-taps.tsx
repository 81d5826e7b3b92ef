import TriangleAlert from "lucide-react/icons/triangle-alert";
import { labelForTap } from "~/features/operations/technician-app/labels";
import type { Tap } from "~/features/operations/technician-app/offline/phone-store";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { discard, sendAgain, sendToOffice } from "./outbox";
import type { TechnicianWork } from "./use-work";

/** Refused taps with the server's reason. They stay until the technician decides. */
export function RefusedTaps({ work, visitId }: { work: TechnicianWork; visitId?: string }) {
  const taps = work.refused.filter((tap) => !visitId || tap.visitId === visitId);
  const byVisit = Map.groupBy(taps, (tap) => tap.visitId);
  return [...byVisit].map(([id, taps]) => (
    <RefusedVisit key={id} taps={taps} version={work.visits?.find((visit) => visit.id === id)?.version} />
  ));
}

/** `version`: current version of the visit; undefined if it is no longer the technician's. */
function RefusedVisit({ taps, version }: { taps: Tap[]; version: number | undefined }) {
  const first = taps[0]!;
  const canSendToOffice = taps.every(({ lateReportKey, late }) => lateReportKey && !late);
  return (
    <section
      role="alert"
      className="flex flex-col gap-3 rounded-lg border-2 border-error bg-surface p-4 text-ink"
    >
      <h2 className="flex items-center gap-2 text-lg font-semibold text-error">
        <TriangleAlert aria-hidden className="size-6 shrink-0" />
        {m.technician_refused_title()}
      </h2>
      <p>
        {m.technician_refused_visit({
          customer: bidiIsolate(first.customerName),
          reference: first.reference,
        })}
      </p>
      <p>{taps.find(({ refused }) => refused)?.refused}</p>
      <ul className="flex flex-col gap-2 border-s-4 border-line ps-3">
        {taps.map((tap) => (
          <li key={tap.seq}>
            <span className="figures font-medium">
              {m.technician_tapped({ move: labelForTap(tap), time: formatTime(tap.tappedAt, "time") })}
            </span>
            {tap.reason && (
              <span className="block text-muted" dir="auto">
                {tap.reason}
              </span>
            )}
            {tap.continueOn && (
              <span className="block text-muted">
                {m.technician_continues({ day: formatDay(tap.continueOn, "longDate") })}
              </span>
            )}
            {tap.note && (
              <span className="block whitespace-pre-line text-muted" dir="auto">
                {tap.note}
              </span>
            )}
            {tap.photos.length > 0 && (
              <span className="block text-muted">
                {m.technician_photos_count({ count: tap.photos.length })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {version !== undefined && (
          <Button size="large" onClick={() => sendAgain(first.visitId, version)}>
            {m.technician_resend()}
          </Button>
        )}
        {canSendToOffice && (
          <Button
            size="large"
            tone={version === undefined ? "action" : "quiet"}
            onClick={() => sendToOffice(first.visitId)}
          >
            {m.technician_late_send()}
          </Button>
        )}
        <Button size="large" tone="quiet" onClick={() => discard(first.visitId)}>
          {m.technician_discard()}
        </Button>
      </div>
    </section>
  );
}
