import ArrowLeft from "lucide-react/icons/arrow-left";
import Ellipsis from "lucide-react/icons/ellipsis";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import type { SessionUser } from "~/platform/auth/session";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatTime } from "~/platform/time";
import { Button, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { accessFacts } from "../../access/components/access-facts";
import { type DelayMinutes, delayOptions } from "../../bookings/arrival-estimate/delay-options";
import { PhotoStrip } from "../../bookings/components/photo-strip";
import { StateBadge } from "../../bookings/components/state-badge";
import { labelForWork } from "../../bookings/lines/labels";
import { expectedText, largeBadgeClass, moveLabels } from "../labels";
import { photosToSend } from "../offline/drafts";
import type { DraftOf, NewTap } from "../offline/phone-store";
import type { OwnVisit, ReportedMove } from "../views";
import { asksFirst, canDelay, isReported, openMoves } from "../visit-report";
import type { VisitMove, VisitTap } from "../visit-taps";
import { type Report, ReportForm } from "./report-form";
import { useSettling } from "./use-settling";
import { VisitLinks } from "./visit-links";
import { VisitReports } from "./visit-reports";

/** One visit: customer, address, work; the next step within the thumb's reach. */
export function VisitScreen({
  visit,
  user,
  refused,
  unfinished,
  storeTap,
}: {
  visit: OwnVisit;
  user: SessionUser;
  /** Refused taps, which block the rest; null if none. */
  refused: ReactNode;
  /** Unfinished reports. */
  unfinished: readonly DraftOf[];
  /** Stores a tap on the phone, replacing its draft. */
  storeTap: (tap: NewTap, draft: DraftOf | null) => Promise<void>;
}) {
  const [failed, setFailed] = useState(false);
  const [asking, setAsking] = useState(false);
  const { settling, settle } = useSettling();
  const heading = useRef<HTMLHeadingElement>(null);
  const heldUp = refused !== null;
  const moves = heldUp ? [] : openMoves(visit, new Date());
  const { form, step, openForm, goToStep, goBack, closeForm } = useReportForm(visit, moves);
  const draft = useMemo(
    () =>
      form && {
        ...{ userId: user.id, visitId: visit.id, move: form },
        visit: {
          reference: visit.reference,
          customerName: visit.customerName,
          version: visit.version,
          lateReportKey: visit.lateReportKey,
        },
      },
    [user.id, visit.id, visit.reference, visit.customerName, visit.version, visit.lateReportKey, form],
  );

  useEffect(() => {
    if (form) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [form]);

  /** Stored before anything else happens; false if that failed. */
  async function tap(move: VisitTap, report?: Report, minutes?: DelayMinutes): Promise<boolean> {
    settle();
    try {
      const tapped = {
        userId: user.id,
        visitId: visit.id,
        reference: visit.reference,
        customerName: visit.customerName,
        version: visit.version,
        lateReportKey: visit.lateReportKey,
        move,
        ...(minutes ? { minutes } : {}),
        confirmOtherDay: (move !== "delay" && asksFirst(move, visit, new Date())) || undefined,
        reason: report?.reason ?? "",
        ...(report?.continueOn ? { continueOn: report.continueOn } : {}),
        note: report?.note ?? "",
        ...(report?.recording ? { recording: { blob: report.recording, id: null } } : {}),
        ...(report ? { readings: report.readings, parts: report.parts } : {}),
        ...(report?.payment ? { payment: report.payment } : {}),
        photos: photosToSend(report?.photos ?? []),
        signature: report?.signature ? { ...report.signature, id: null } : null,
      };
      await storeTap(tapped, draft ?? null);
      setFailed(false);
      if (report) closeForm();
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }

  if (draft) {
    return (
      <ReportForm
        key={draft.move}
        move={draft.move}
        visit={visit}
        of={draft}
        failed={failed}
        settling={settling}
        stepIndex={step}
        onStep={goToStep}
        onSubmit={(report) => tap(draft.move, report)}
        onBack={goBack}
      />
    );
  }
  // Lists stored by older builds lack notes.
  const notes = [...new Set(visit.notes ?? [])];
  const otherCrew = visit.otherCrew ?? [];
  const lead = visit.isLead === false ? otherCrew.find(({ isLead }) => isLead) : undefined;
  return (
    <>
      <header className="flex items-center gap-2 px-2 pt-2">
        <Link
          to="/technician"
          aria-label={m.technician_back()}
          className={buttonClass({ tone: "plain" }, "size-14 px-0! [&>svg]:size-7!")}
        >
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        </Link>
        <span className="figures grow text-muted">{visit.reference}</span>
        <StateBadge state={visit.state} className={classNames("me-2", largeBadgeClass)} />
      </header>
      <main className="flex grow flex-col gap-5 px-4 py-3">
        {refused}
        <div className="flex flex-col gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            <bdi>{visit.customerName}</bdi>
          </h1>
          <p className="flex items-center gap-2 text-lg">
            {visit.emergency && <Siren aria-hidden className="size-5 shrink-0 text-signal-text" />}
            <span className="wrap-anywhere">{visit.serviceName}</span>
          </p>
          <p className="figures text-lg">
            {m.technician_times({
              start: formatTime(visit.startsAt, "dateTime"),
              end: formatTime(visit.endsAt, "time"),
            })}
          </p>
          {visit.multiDayPosition && (
            <p className="text-lg text-muted">{m.technician_day_of({ ...visit.multiDayPosition })}</p>
          )}
        </div>
        <VisitLinks visit={visit} />
        {!heldUp && canDelay(visit) && (
          <DelayButtons
            visit={visit}
            settling={settling}
            onTap={(minutes) => void tap("delay", undefined, minutes)}
          />
        )}
        <Block title={m.technician_address()}>
          <address className="text-lg not-italic">
            <bdi>{visit.address}</bdi>
          </address>
        </Block>
        {otherCrew.length > 0 && (
          <Block title={m.technician_crew()}>
            <ul className="flex flex-col gap-1">
              {otherCrew.map(({ name, phone, isLead }) => (
                <li key={name} className="flex min-h-14 items-center gap-3 text-lg">
                  <span className="min-w-0 grow">
                    <bdi>{name}</bdi>
                    {isLead && <span className="ms-2 text-base text-muted">{m.technician_crew_lead()}</span>}
                  </span>
                  <a
                    href={callHref(phone)}
                    aria-label={m.technician_call_crew_member({ name: bidiIsolate(name) })}
                    className={buttonClass({ tone: "quiet" }, "size-14 shrink-0 px-0! [&>svg]:size-6!")}
                  >
                    <Phone aria-hidden />
                  </a>
                </li>
              ))}
            </ul>
          </Block>
        )}
        {/* Lists stored by older builds lack it. */}
        {(visit.lines ?? []).length > 0 && (
          <Block title={m.technician_lines()}>
            <ul className="flex flex-col gap-1 text-lg">
              {visit.lines.map((line) => (
                <li key={line.name} className="wrap-anywhere">
                  {labelForWork(line)}
                </li>
              ))}
            </ul>
          </Block>
        )}
        <AccessDetails visit={visit} />
        {notes.length > 0 && (
          <Block title={m.technician_notes()}>
            {notes.map((note) => (
              <p key={note} className="text-lg whitespace-pre-line" dir="auto">
                {note}
              </p>
            ))}
          </Block>
        )}
        {visit.message && (
          <Block title={m.technician_message()}>
            <p className="text-lg whitespace-pre-line" dir="auto">
              {visit.message}
            </p>
          </Block>
        )}
        {visit.photos.length > 0 && (
          <Block title={m.technician_customer_photos()}>
            <PhotoStrip
              photos={visit.photos}
              hrefOf={(photoId) => `/api/technician/visits/${visit.id}/photos/${photoId}`}
            />
          </Block>
        )}
        {visit.reports.length > 0 && (
          <Block title={m.technician_reports()}>
            <VisitReports
              reports={visit.reports}
              hrefOf={(photoId) => `/api/technician/visits/${visit.id}/photos/${photoId}`}
            />
          </Block>
        )}
      </main>
      <footer className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {failed && (
          <p role="alert" className="text-error">
            {m.technician_not_saved()}
          </p>
        )}
        {asking && (
          <p role="alert" className="text-lg">
            {m.technician_not_today({ when: formatTime(visit.startsAt, "dateTime") })}
          </p>
        )}
        {moves.length === 0 && !heldUp && (
          <p className="py-2 text-center text-muted">
            {lead ? m.technician_led({ name: bidiIsolate(lead.name) }) : m.technician_nothing_to_do()}
          </p>
        )}
        <Moves
          moves={moves}
          unfinished={unfinished.flatMap(({ visitId, move }) => (visitId === visit.id ? move : []))}
          asking={asking}
          settling={settling}
          onTap={(move) => {
            const ask = asksFirst(move, visit, new Date()) && !asking;
            setAsking(ask);
            if (ask) return settle();
            if (!isReported(move)) return void tap(move);
            settle();
            openForm(move);
          }}
        />
      </footer>
    </>
  );
}

/**
 * Report named by `&report=` and its step by `&step=`: a reload reopens them, and Back returns to the step before, then to
 * the visit. Once open it stays open despite changes by the office; the server decides on sending.
 */
function useReportForm({ id }: OwnVisit, moves: VisitMove[]) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [openReport, setOpenReport] = useState<ReportedMove | null>(null);
  const named = search.get("report");
  const open = moves.filter(isReported).find((move) => move === named) ?? null;
  if (open && open !== openReport) setOpenReport(open);
  const form = openReport === named ? openReport : open;
  const step = Math.max(0, Number(search.get("step") ?? 1) - 1 || 0);
  const visit = `?visit=${id}`;
  /** Number of history entries since the visit; 0 if the report was opened by its address. */
  const depth = Number((state as { depth?: number } | null)?.depth ?? 0);

  function closeForm() {
    setOpenReport(null);
    void (depth > 0 ? navigate(-depth) : navigate(visit, { replace: true }));
  }

  return {
    form,
    step,
    openForm: (move: ReportedMove) => void navigate(`${visit}&report=${move}`, { state: { depth: 1 } }),
    goToStep: (to: number) =>
      void navigate(`${visit}&report=${form}&step=${to + 1}`, {
        state: { depth: depth > 0 ? depth + 1 : 0 },
      }),
    goBack() {
      if (step === 0) return closeForm();
      void (depth > 1
        ? navigate(-1)
        : navigate(`${visit}&report=${form}&step=${step}`, { replace: true, state: { depth } }));
    },
    closeForm,
  };
}

/** Expected arrival, with buttons to report a delay. */
function DelayButtons({
  visit,
  settling,
  onTap,
}: {
  visit: OwnVisit;
  settling: boolean;
  onTap: (minutes: DelayMinutes) => void;
}) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="figures text-lg">
        {expectedText(visit)}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {delayOptions.map((minutes) => (
          <Button
            key={minutes}
            tone="quiet"
            aria-disabled={settling}
            className="min-h-14 px-2! text-lg! aria-disabled:opacity-60"
            onClick={() => settling || onTap(minutes)}
          >
            {m.technician_delay({ minutes })}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface MovesProps {
  moves: VisitMove[];
  /** Transitions with an unfinished report. */
  unfinished: VisitMove[];
  /** "On the way" was tapped once for a visit on another day. */
  asking: boolean;
  /** True right after a tap. */
  settling: boolean;
  onTap: (move: VisitMove) => void;
}

/** The usual next step is the large button; the others stand behind More, except those with an unfinished report. */
function Moves({ moves, unfinished, asking, settling, onTap }: MovesProps) {
  const [showsMore, setShowsMore] = useState(false);
  const listId = useId();
  function labelOf(move: VisitMove): string {
    if (asking && move === "depart") return m.technician_transition_depart_anyway();
    const label = moveLabels[move]();
    return unfinished.includes(move) ? m.technician_draft_continue({ move: label }) : label;
  }
  const usual = moves.find((move) => move !== "hold" && move !== "reportNoAccess" && move !== "handOver");
  const others = moves.filter((move) => move !== usual);
  const rare = usual ? others.filter((move) => !unfinished.includes(move)) : [];
  const quietButton = (move: VisitMove) => (
    <Button
      key={move}
      tone="quiet"
      aria-disabled={settling}
      className="min-h-14 text-lg! aria-disabled:opacity-60"
      onClick={() => {
        if (settling) return;
        setShowsMore(false);
        onTap(move);
      }}
    >
      {labelOf(move)}
    </Button>
  );
  return (
    <>
      {rare.length > 0 && (
        <div id={listId} hidden={!showsMore} className="flex-col gap-3 not-[[hidden]]:flex">
          {rare.map(quietButton)}
        </div>
      )}
      {others.filter((move) => !rare.includes(move)).map(quietButton)}
      {usual && (
        <div className="flex gap-3">
          {rare.length > 0 && (
            <Button
              tone="quiet"
              aria-expanded={showsMore}
              aria-controls={listId}
              className="min-h-18 shrink-0 flex-col gap-0! px-4! [&>svg]:size-6!"
              onClick={() => setShowsMore(!showsMore)}
            >
              <Ellipsis aria-hidden />
              {m.technician_more()}
            </Button>
          )}
          <Button
            aria-disabled={settling}
            className="min-h-18 min-w-0 grow text-xl! font-semibold aria-disabled:opacity-60"
            onClick={() => settling || onTap(usual)}
          >
            {labelOf(usual)}
          </Button>
        </div>
      )}
    </>
  );
}

/** Access details, with a warning about a missing permit. Lists stored by older builds lack it. */
function AccessDetails({ visit }: { visit: OwnVisit }) {
  const hrefOf = (fileId: string) => `/api/technician/visits/${visit.id}/photos/${fileId}`;
  const facts = visit.access ? accessFacts(visit.access, { permitHref: hrefOf }) : [];
  if (facts.length === 0) return null;
  return (
    <Block title={m.access_title()}>
      {visit.permitMissing && (
        <p className="flex items-start gap-2 rounded bg-brass-soft px-3 py-2 text-brass-text">
          <TriangleAlert aria-hidden className="mt-1 size-5 shrink-0" />
          {m.access_technician_permit_missing()}
        </p>
      )}
      <dl className="flex flex-col gap-2">
        {facts.map(({ name, what }) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg wrap-anywhere">{what}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5 border-t border-line pt-3">
      <h2 className="text-sm font-medium text-muted">{title}</h2>
      {children}
    </section>
  );
}
