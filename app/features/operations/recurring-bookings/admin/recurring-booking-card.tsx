import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { RecordRow } from "~/ui/record-row";
import { StateBadge } from "../../bookings/components/state-badge";
import { visitsAhead, whenOfVisit } from "../labels";
import type { RecurringBookingView } from "../views";
import { EndForm, ShiftForm, TechnicianForm } from "./recurring-booking-forms";

/** Future visits and the actions on all of them. `except`: booking shown elsewhere on the page. */
export function RecurringBookingCard({
  recurringBooking,
  except,
}: {
  recurringBooking: RecurringBookingView;
  except?: string;
}) {
  const mayManage = useMay("bookings.manage");
  const [changing, setChanging] = useState<"shift" | "technician" | "end" | null>(null);
  const ahead = visitsAhead(recurringBooking).filter(({ bookingId }) => bookingId !== except);
  const { nextDay, endedAt } = recurringBooking;
  const close = () => setChanging(null);
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col text-sm">
        {ahead.map((visit) => (
          <RecordRow
            key={visit.bookingId}
            to={`/admin/bookings/${visit.bookingId}`}
            name={visit.reference}
            facts={[m.recurring_bookings_number({ number: visit.number }), whenOfVisit(visit)]}
            badge={<StateBadge state={visit.state} />}
          />
        ))}
      </ul>
      <p className="text-sm text-muted">
        {endedAt
          ? m.recurring_bookings_ended_on({ day: formatDay(dubaiDate(new Date(endedAt))) })
          : nextDay && m.recurring_bookings_later({ day: formatDay(nextDay, "longDate") })}
      </p>
      {!endedAt && recurringBooking.preferredTechnician && (
        <p className="text-sm">
          {m.recurring_bookings_by_technician({
            name: bidiIsolate(recurringBooking.preferredTechnician.name),
          })}
        </p>
      )}
      {recurringBooking.stuck && <p className="text-sm text-error">{m.recurring_bookings_stuck()}</p>}
      {changing === "shift" && <ShiftForm recurringBooking={recurringBooking} onClose={close} />}
      {changing === "technician" && <TechnicianForm recurringBooking={recurringBooking} onClose={close} />}
      {changing === "end" && <EndForm recurringBooking={recurringBooking} onClose={close} />}
      {mayManage && !endedAt && !changing && (
        <div className="flex flex-wrap gap-2">
          <Button tone="quiet" size="small" onClick={() => setChanging("shift")}>
            {m.recurring_bookings_shift()}
          </Button>
          <Button tone="quiet" size="small" onClick={() => setChanging("technician")}>
            {m.recurring_bookings_technician()}
          </Button>
          <Button tone="quiet" size="small" onClick={() => setChanging("end")}>
            {m.recurring_bookings_end()}
          </Button>
        </div>
      )}
    </div>
  );
}
