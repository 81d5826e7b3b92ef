import { type ReactNode, useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { useSignedIn } from "~/platform/auth/session";
import { bidiIsolate } from "~/platform/locale/locale";
import { isDay } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { spellMinutes } from "~/ui/hooks/duration";
import type { VisitorTerms } from "../../../../core/business/settings";
import { EMERGENCY_ARRIVAL_MIN } from "../../booking";
import { emptyVisitDraft, readVisitDraft, subscribeToVisitDraft, type VisitDraft } from "./visit-draft-store";
import { labelForTime } from "./visit-time-text";

export function VisitOverview({ terms }: { terms: VisitorTerms }) {
  const draft = useSyncExternalStore(subscribeToVisitDraft, readVisitDraft, () => emptyVisitDraft);
  const isKnown = useSignedIn() !== null;
  const { service, price } = draft;
  return (
    <section
      data-panel=""
      aria-labelledby="so-far-title"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 xl:gap-5 xl:p-6"
    >
      {/* Hidden without JavaScript, because it would never update. */}
      <div className="flex flex-col gap-3 border-b border-line pb-4 noscript:hidden xl:gap-5 xl:pb-5">
        <h2 id="so-far-title" className="text-xl">
          {m.booking_summary_title()}
        </h2>
        <dl className="flex flex-col gap-2 text-sm xl:gap-3">
          <Fact term={m.booking_service()} chosen={service !== ""}>
            {service || m.booking_summary_open()}
          </Fact>
          <Fact term={m.booking_summary_when()} chosen={draft.emergency || draft.date !== ""}>
            {labelForTime(draft)}
          </Fact>
          <Fact term={m.booking_summary_technician()} chosen={draft.preferredTechnicianName !== ""}>
            {labelForTechnician(draft)}
          </Fact>
          <Fact term={m.booking_summary_price()} chosen={price !== ""} isSum>
            {price ? <span className="figures text-lg">{price}</span> : m.booking_summary_no_price()}
          </Fact>
        </dl>
      </div>
      <div className="flex flex-col gap-3">
        <h3 className="font-semibold">{m.booking_next_title()}</h3>
        <ol className="flex flex-col gap-2 text-sm xl:gap-3">
          {nextSteps(draft, terms, isKnown).map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="figures grid size-6 shrink-0 place-items-center rounded-full bg-brass-soft text-xs font-semibold text-brass-text"
              >
                {index + 1}
              </span>
              <span className="min-w-0 pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

interface FactProps {
  term: string;
  chosen: boolean;
  isSum?: boolean;
  children: ReactNode;
}

function Fact({ term, chosen, isSum = false, children }: FactProps) {
  return (
    <div
      className={classNames(
        "grid items-baseline gap-x-4 xl:grid-cols-[6rem_minmax(0,1fr)]",
        isSum && "border-t border-line pt-2 xl:pt-3",
      )}
    >
      <dt className="text-muted">{term}</dt>
      <dd className={classNames("min-w-0 wrap-anywhere", chosen ? "font-semibold" : "text-muted")}>
        {children}
      </dd>
    </div>
  );
}

function labelForTechnician({ emergency, preferredTechnicianName }: VisitDraft): string {
  if (emergency) return m.booking_summary_first();
  return preferredTechnicianName
    ? m.booking_summary_preferred_technician({ name: bidiIsolate(preferredTechnicianName) })
    : m.booking_summary_trained();
}

/** Three steps. `isKnown`: signed in, so the email is confirmed. */
export function nextSteps(
  { emergency, date, time, isNotHeld, arrival }: VisitDraft,
  { contactMinutes, contactRuns }: VisitorTerms,
  isKnown: boolean,
): [string, string, string] {
  const contact = { time: spellMinutes(contactMinutes) };
  if (emergency) {
    return [
      m.booking_summary_send(),
      m.booking_summary_set_out(),
      m.booking_summary_arrive({ time: spellMinutes(EMERGENCY_ARRIVAL_MIN) }),
    ];
  }
  const holds = isDay(date) && time !== "" && !isNotHeld;
  return [
    holds ? (isKnown ? m.booking_summary_hold() : m.booking_summary_hold_guest()) : m.booking_summary_send(),
    contactRuns === "always"
      ? m.booking_response_target(contact)
      : m.booking_response_target_when_open(contact),
    arrival || m.booking_next_visit(),
  ];
}
