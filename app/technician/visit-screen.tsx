import ArrowLeft from "lucide-react/icons/arrow-left";
import MessageCircle from "lucide-react/icons/message-circle";
import Navigation from "lucide-react/icons/navigation";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { PhotoStrip } from "~/features/bookings/components/photo-strip";
import { StateBadge } from "~/features/bookings/components/state-badge";
import { isReported, openMoves, type VisitMove } from "~/features/field/report";
import type { OwnVisit, ReportedMove } from "~/features/field/views";
import { VisitReports } from "~/features/field/visit-reports";
import { m } from "~/paraglide/messages";
import { callHref, routeHref, whatsappHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import type { SessionUser } from "~/platform/session";
import { formatTime } from "~/platform/time";
import { Button, buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { keepTap } from "./outbox";
import { RefusedTaps } from "./refused-taps";
import { type Report, ReportForm } from "./report-form";
import type { FieldWork } from "./use-field-work";
import { moveLabels } from "./words";

/** One visit: who, where, what for; the next step under the thumb. */
export function VisitScreen({ visit, user, work }: { visit: OwnVisit; user: SessionUser; work: FieldWork }) {
  const [reporting, setReporting] = useState<ReportedMove | null>(null);
  const [failed, setFailed] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const heldUp = work.refused.some(({ visitId }) => visitId === visit.id);
  const moves = heldUp ? [] : openMoves(visit, new Date());

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  /** Kept on the phone before anything else happens; false when it could not be. */
  async function tap(move: VisitMove, report?: Report): Promise<boolean> {
    try {
      await keepTap({
        userId: user.id,
        visitId: visit.id,
        reference: visit.reference,
        customerName: visit.customerName,
        version: visit.version,
        move,
        reason: report?.reason ?? "",
        note: report?.note ?? "",
        photos: (report?.photos ?? []).map((blob) => ({ blob, id: null })),
        signature: report?.signature ? { ...report.signature, id: null } : null,
      });
      setReporting(null);
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }

  if (reporting) {
    return (
      <ReportForm
        move={reporting}
        visit={visit}
        failed={failed}
        onSubmit={(report) => tap(reporting, report)}
        onClose={() => setReporting(null)}
      />
    );
  }
  const greeting = m.technician_whatsapp({ name: visit.customerName, service: visit.serviceName });
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
        <StateBadge state={visit.state} className="me-2" />
      </header>
      <main className="flex grow flex-col gap-5 px-4 py-3">
        <RefusedTaps work={work} visitId={visit.id} />
        <div className="flex flex-col gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {visit.customerName}
          </h1>
          <p className="flex items-center gap-2 text-lg">
            {visit.emergency && <Siren aria-hidden className="size-5 shrink-0 text-signal-text" />}
            {visit.serviceName}
          </p>
          <p className="figures text-lg">
            {m.technician_times({
              start: formatTime(visit.startsAt, "dateTime"),
              end: formatTime(visit.endsAt, "time"),
            })}
          </p>
        </div>
        <div className="grid grid-cols-3 gap-3">
          <BigLink href={callHref(visit.phone)} icon={<Phone aria-hidden />} hint={formatPhone(visit.phone)}>
            {m.technician_call()}
          </BigLink>
          <BigLink href={whatsappHref(visit.phone, greeting)} icon={<MessageCircle aria-hidden />} away>
            {m.technician_chat()}
          </BigLink>
          <BigLink href={routeHref(visit.address)} icon={<Navigation aria-hidden />} away>
            {m.technician_navigate()}
          </BigLink>
        </div>
        <Block title={m.technician_address()}>
          <address className="text-lg not-italic">{visit.address}</address>
        </Block>
        {visit.message && (
          <Block title={m.technician_message()}>
            <p className="text-lg whitespace-pre-line">{visit.message}</p>
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
            {m.technician_not_kept()}
          </p>
        )}
        {moves.length === 0 && !heldUp && (
          <p className="py-2 text-center text-muted">{m.technician_nothing_to_do()}</p>
        )}
        <Moves moves={moves} onTap={(move) => (isReported(move) ? setReporting(move) : void tap(move))} />
      </footer>
    </>
  );
}

/** What usually comes next is the large one; the others stand above it, out of the thumb's way. */
function Moves({ moves, onTap }: { moves: VisitMove[]; onTap: (move: VisitMove) => void }) {
  const usual = moves.find((move) => move !== "hold" && move !== "reportNoAccess");
  const others = moves.filter((move) => move !== usual);
  return (
    <>
      {others.map((move) => (
        <Button key={move} tone="quiet" className="min-h-14 text-lg!" onClick={() => onTap(move)}>
          {moveLabels[move]()}
        </Button>
      ))}
      {usual && (
        <Button className="min-h-18 text-xl! font-semibold" onClick={() => onTap(usual)}>
          {moveLabels[usual]()}
        </Button>
      )}
    </>
  );
}

interface BigLinkProps {
  href: string;
  icon: ReactNode;
  hint?: string;
  /** Leads to another app or page, which must not replace this one. */
  away?: boolean;
  children: ReactNode;
}

function BigLink({ href, icon, hint, away, children }: BigLinkProps) {
  return (
    <a
      href={href}
      title={hint}
      {...(away ? { target: "_blank", rel: "noreferrer" } : {})}
      className={classNames(
        buttonClass({ tone: "quiet" }),
        "min-h-22 flex-col gap-1.5 px-1! [&>svg]:size-7! [&>svg]:text-accent",
      )}
    >
      {icon}
      {children}
    </a>
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
