import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Section } from "~/ui/section";
import { WholeWords } from "~/ui/whole-words";
import { StateBadge } from "../components/state-badge";
import type { BookingDetail } from "../views";

/** What else was booked at the same property, the latest first; nothing where it is the first. */
export function AtThisPlace({ booking: { atThisPlace } }: { booking: BookingDetail }) {
  if (atThisPlace.bookings.length === 0) return null;
  return (
    <Section title={m.admin_booking_at_this_place()}>
      <ul className="flex flex-col text-sm">
        {atThisPlace.bookings.map(({ id, reference, serviceName, at, state }) => (
          <li key={id} className="border-b border-line last:border-b-0">
            <Link
              to={`/admin/bookings/${id}`}
              className="flex min-h-11 items-center gap-3 rounded-sm py-1.5 hover:bg-sunken"
            >
              <span className="min-w-0 grow">
                <WholeWords className="font-medium">{serviceName}</WholeWords>
                <span className="figures block text-xs text-muted">
                  {formatTime(at, "date")} · {reference}
                </span>
              </span>
              <StateBadge state={state} />
            </Link>
          </li>
        ))}
      </ul>
      {atThisPlace.more && <p className="pt-2 text-xs text-muted">{m.admin_booking_at_this_place_more()}</p>}
    </Section>
  );
}
