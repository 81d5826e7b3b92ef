import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { formatMinutes } from "~/ui/hooks/duration";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import type { BookingDetail } from "../../bookings/office/views";
import { awaitingArrivalStates } from "../../bookings/response-targets/response-target";
import { useAcknowledge } from "../admin-client";
import { OnCallPages } from "./on-call-pages";

export function EmergencySteps({ booking }: { booking: BookingDetail }) {
  const acknowledge = useAcknowledge();
  const mayAcknowledge = useMay("bookings.manage");
  const steps = [
    { label: m.office_bookings_emergency_acknowledged(), at: booking.acknowledgedAt },
    { label: m.office_bookings_emergency_dispatched(), at: booking.dispatchedAt },
    { label: m.office_bookings_emergency_arrived(), at: booking.arrivedAt },
  ];
  return (
    <div className="flex flex-col gap-3">
      <ol className="grid grid-cols-3 gap-2 text-xs sm:text-sm">
        {steps.map(({ label, at }) => {
          const Icon = at ? CircleCheck : CircleDashed;
          return (
            <li key={label} className={at ? "text-calm-text" : "text-muted"}>
              <span className="flex items-center gap-1.5 font-medium">
                <Icon aria-hidden className="size-4 shrink-0" />
                <span>{label}</span>
              </span>
              <span className="figures block ps-5.5">
                {at
                  ? m.office_bookings_emergency_step({
                      time: formatTime(at, "time"),
                      after: formatMinutes(minutesBetween(booking.requestedAt, at)),
                    })
                  : m.office_bookings_emergency_open_step()}
              </span>
            </li>
          );
        })}
      </ol>
      {mayAcknowledge && !booking.acknowledgedAt && awaitingArrivalStates.includes(booking.state) && (
        <Button
          tone="signal"
          size="small"
          className="self-start"
          disabled={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ id: booking.id })}
        >
          {m.office_bookings_emergency_acknowledge()}
        </Button>
      )}
      <ChangeRefused error={acknowledge.error} />
      <OnCallPages bookingId={booking.id} />
    </div>
  );
}

function minutesBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);
}
