import CalendarRange from "lucide-react/icons/calendar-range";
import MapPin from "lucide-react/icons/map-pin";
import { type ComponentProps, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatClock, formatDay, formatTime } from "~/platform/time";
import { Fact, Section, SectionAction } from "~/ui/section";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { totalText } from "../../../core/pricing/price-text";
import { labelForWorkTime } from "../../../core/pricing/work-time-text";
import { type VisitState, validateVisitChange } from "../booking";
import { BookingLines } from "../components/booking-lines";
import { StateBadge } from "../components/state-badge";
import { labelForVisitState } from "../labels";
import type { BookingDetail } from "../office/views";
import { missingHelpers } from "../visits/crew";
import { CorrectForm } from "./correct-form";
import { PlanDaysForm } from "./visits/plan-days-form";
import { BookingCrewSize, VisitCrew } from "./visits/visit-crew";

/** Work without items is to be assessed; the time is that of the visit. */
function labelForDuration({ durationMin, lines, estimateFils }: BookingDetail): string {
  const time = labelForWorkTime(durationMin);
  return lines.length === 0 && estimateFils === null ? m.office_bookings_to_assess({ time }) : time;
}

export type PlanningOptions = Pick<ComponentProps<typeof PlanDaysForm>, "notifyCustomers" | "onPlanned">;

interface BookingFactsProps {
  booking: BookingDetail;
  planning?: PlanningOptions;
}

export function BookingFacts({ booking, planning }: BookingFactsProps) {
  const [isPlanning, setPlanning] = useState(false);
  const { state, emergency } = booking;
  const mayPlan = !emergency && validateVisitChange({ change: "place", by: "office", state, visit: null }).ok;
  const [correcting, setCorrecting] = useState(false);
  const mayCorrect = useMay("bookings.manage");
  if (correcting) return <CorrectForm booking={booking} onClose={() => setCorrecting(false)} />;
  return (
    <>
      <Section
        title={m.office_bookings_request()}
        action={
          mayCorrect && (
            <SectionAction label={m.office_bookings_correct()} onClick={() => setCorrecting(true)}>
              {m.office_bookings_correct_short()}
            </SectionAction>
          )
        }
      >
        <dl className="flex flex-col gap-1.5 text-sm">
          <Fact name={m.office_bookings_col_service()}>{booking.serviceName}</Fact>
          {!booking.emergency && <Fact name={m.office_bookings_preferred()}>{preferredTime(booking)}</Fact>}
          {booking.preferredTechnician && (
            <Fact name={m.preferred_technician_label()}>
              <bdi>{booking.preferredTechnician.name}</bdi>
              {booking.preferredTechnician.availability !== "available" && (
                <span className="block text-error">
                  {booking.preferredTechnician.availability === "left"
                    ? m.preferred_technician_has_left()
                    : m.preferred_technician_not_trained()}
                </span>
              )}
            </Fact>
          )}
          <Fact name={m.office_bookings_duration()}>{labelForDuration(booking)}</Fact>
          <Fact name={m.office_bookings_estimate()}>
            {booking.lines.length > 0 ? (
              <BookingLines lines={booking.lines} totalFils={booking.estimateFils} />
            ) : (
              totalText({ lines: booking.lines, totalFils: booking.estimateFils })
            )}
          </Fact>
          {booking.warrantyOf && (
            <Fact name={m.office_bookings_warranty_visit_of()}>
              <BookingLinks bookings={[booking.warrantyOf]} />
            </Fact>
          )}
          {booking.warrantyVisits.length > 0 && (
            <Fact name={m.office_bookings_warranty_visits()}>
              <BookingLinks bookings={booking.warrantyVisits} />
            </Fact>
          )}
          <Fact name={m.office_bookings_message()}>
            {booking.message ? (
              <span className="block whitespace-pre-line" dir="auto">
                {booking.message}
              </span>
            ) : (
              <span className="text-muted">{m.office_bookings_no_message()}</span>
            )}
          </Fact>
        </dl>
      </Section>
      <Section title={m.office_bookings_address()}>
        <Address booking={booking} />
      </Section>
      <Section
        title={m.office_bookings_visits()}
        action={
          mayCorrect &&
          mayPlan &&
          !isPlanning && (
            <SectionAction onClick={() => setPlanning(true)}>
              <CalendarRange aria-hidden />
              <span>{booking.days.length > 0 ? m.admin_plan_change() : m.admin_plan_open()}</span>
            </SectionAction>
          )
        }
      >
        {isPlanning && (
          <div className="mb-4">
            <PlanDaysForm booking={booking} {...planning} onClose={() => setPlanning(false)} />
          </div>
        )}
        {booking.heldUntil && (
          <p className="mb-2 text-sm text-brass-text">
            <span>{m.admin_booking_held_until({ until: formatTime(booking.heldUntil, "dateTime") })}</span>
            {!booking.contactConfirmed && <span> {m.office_bookings_email_unconfirmed()}</span>}
          </p>
        )}
        {booking.visitConfirmedAt && (
          <p className="mb-2 text-sm text-calm-text">
            {m.office_bookings_visit_confirmed({ at: formatTime(booking.visitConfirmedAt, "dateTime") })}
          </p>
        )}
        {booking.holdExpired && (
          <p className="mb-2 text-sm text-brass-text">{m.office_bookings_hold_expired()}</p>
        )}
        {booking.timeNotHeld && (
          <p className="mb-2 text-sm text-brass-text">{m.office_bookings_time_not_held_note()}</p>
        )}
        <Visits booking={booking} />
      </Section>
    </>
  );
}

function helperNames({ helpers }: BookingDetail["visits"][number]): string[] {
  return helpers.map(({ technicianName }) => technicianName);
}

function multiDayLabel({ days }: BookingDetail, { multiDay, startsAt }: BookingDetail["visits"][number]) {
  const index = multiDay ? days.findIndex((day) => day.startsAt === startsAt) : -1;
  return (
    index >= 0 && (
      <span className="block text-xs text-muted">
        {m.office_bookings_plan_days_of({ day: index + 1, days: days.length })}
      </span>
    )
  );
}

function BookingLinks({ bookings }: { bookings: BookingDetail["warrantyVisits"] }) {
  return (
    <ul className="flex flex-col items-start gap-1">
      {bookings.map(({ id, reference, state }) => (
        <li key={id} className="flex items-center gap-2">
          <Link to={`/admin/bookings/${id}`} className="rounded-sm text-link hover:underline">
            {reference}
          </Link>
          <StateBadge state={state} />
        </li>
      ))}
    </ul>
  );
}

function preferredTime({ preferredDate, preferredTime }: BookingDetail): string {
  if (!preferredDate) return m.office_bookings_preferred_none();
  const day = formatDay(preferredDate);
  if (!preferredTime) return day;
  return m.office_bookings_preferred_at({ day, time: formatClock(preferredTime) });
}

function Address({ booking }: { booking: BookingDetail }) {
  const { street, buildingName, unitNumber, area, landmark } = booking.addressParts;
  const lines = [
    unitNumber && m.office_bookings_unit({ unit: unitNumber }),
    buildingName,
    street,
    placeInReaderLanguage(area),
    landmark && m.office_bookings_landmark({ landmark: bidiIsolate(landmark) }),
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-3 text-sm">
      <address className="not-italic">
        {lines.map((line) => (
          <span key={line} className="block">
            <bdi>{line}</bdi>
          </span>
        ))}
      </address>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(booking.address)}`}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-6 shrink-0 items-center gap-1.5 font-medium text-link hover:underline"
      >
        <MapPin aria-hidden className="size-4" />
        {m.office_bookings_map()}
      </a>
    </div>
  );
}

function Visits({ booking }: { booking: BookingDetail }) {
  const mayManage = useMay("bookings.manage");
  const { visits } = booking;
  const crewSizeField = mayManage && <BookingCrewSize booking={booking} />;
  if (visits.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">{m.office_bookings_no_visits()}</p>
        {crewSizeField}
      </div>
    );
  }
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {visits.map((visit) => (
        <li key={visit.id} className="flex flex-col gap-2">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">
              <span>{multiDayLabel(booking, visit)}</span>
              <span className="figures block font-medium">
                {m.office_bookings_visit_time({
                  start: formatTime(visit.startsAt, "dateTime"),
                  end: formatTime(visit.endsAt, "time"),
                })}
              </span>
              <span className="text-muted">
                {visit.technicianName
                  ? formatList([visit.technicianName, ...helperNames(visit)].map(bidiIsolate))
                  : m.office_bookings_no_technician()}
              </span>
            </span>
            <span className="text-xs text-muted">{labelForVisitState(visit.state as VisitState)}</span>
          </span>
          {/* For multi-day jobs the crew is edited once in the plan form, unless a day misses helpers. */}
          {mayManage && (!multiDayLabel(booking, visit) || missingHelpers(visit) > 0) && (
            <VisitCrew booking={booking} visit={visit} />
          )}
        </li>
      ))}
      {crewSizeField && <li>{crewSizeField}</li>}
    </ul>
  );
}
