import { useQuery } from "@tanstack/react-query";
import Star from "lucide-react/icons/star";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { Avatar } from "~/ui/avatar";
import { arrivalText } from "../../bookings/booking-state-text";
import type { BookingView } from "../../bookings/views";
import { pictureOf, technicianQuery } from "../client";
import { formatRating } from "../rating";

const COMING = ["scheduled", "en_route", "on_site"];

export function isComing({ visit }: Pick<BookingView, "visit">): boolean {
  return Boolean(visit?.technicianName) && COMING.includes(visit?.state ?? "");
}

/** Assigned technician: name, picture, rating and, once on the way, the expected arrival. */
export function AssignedTechnician({ booking }: { booking: BookingView }) {
  const { reference, visit } = booking;
  const name = visit?.technicianName;
  const coming = isComing(booking);
  const { data } = useQuery({ ...technicianQuery(reference, name ?? ""), enabled: coming }, queryClient);
  if (!coming || !name) return null;
  const rated = data?.technician?.name === name ? data.technician : null;
  const arrival = arrivalText(booking, booking.answeredAt);
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} picture={pictureOf(reference, rated?.pictureId)} />
      <div className="min-w-0">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        {visit.helperNames.length > 0 && (
          <p className="text-sm text-muted">
            {m.booking_helpers({ names: formatList(visit.helperNames.map(bidiIsolate)) })}
          </p>
        )}
        {rated && rated.rating !== null && (
          <p className="flex items-center gap-1.5 text-sm">
            <Star aria-hidden className="size-4 shrink-0 fill-current text-accent" />
            <span>
              {m.booking_technician_rating({
                rating: formatRating(rated.rating),
                reviews: rated.reviews,
              })}
            </span>
          </p>
        )}
        {arrival && (
          <p role="status" className="figures font-semibold text-calm-text">
            {arrival}
          </p>
        )}
      </div>
    </div>
  );
}
