import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { TruncateAtWord } from "~/ui/truncate-at-word";
import { StateBadge } from "../components/state-badge";
import type { BookingDetail } from "../office/views";

export function PropertyBookings({ booking: { propertyBookings } }: { booking: BookingDetail }) {
  if (propertyBookings.bookings.length === 0) return null;
  return (
    <Section title={m.office_bookings_at_this_place()}>
      <ul className="flex flex-col text-sm">
        {propertyBookings.bookings.map(({ id, reference, serviceName, at, state }) => (
          <RecordRow
            key={id}
            to={`/admin/bookings/${id}`}
            name={<TruncateAtWord>{serviceName}</TruncateAtWord>}
            facts={[formatTime(at, "date"), reference]}
            badge={<StateBadge state={state} />}
          />
        ))}
      </ul>
      {propertyBookings.hasMore && (
        <p className="pt-2 text-xs text-muted">{m.office_bookings_at_this_place_more()}</p>
      )}
    </Section>
  );
}
