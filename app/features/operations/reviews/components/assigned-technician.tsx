import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { arrivalText } from "../../bookings/booking-state-text";
import type { BookingView } from "../../bookings/views";
import { pictureOf, technicianQuery } from "../client";
import { TechnicianCard } from "./technician-card";

const COMING = ["scheduled", "en_route", "on_site"];

export function isComing({ visit }: Pick<BookingView, "visit">): boolean {
  return Boolean(visit?.technicianName) && COMING.includes(visit?.state ?? "");
}

/** Assigned technician, the helpers and, once on the way, the expected arrival. */
export function AssignedTechnician({ booking }: { booking: BookingView }) {
  const { reference, visit } = booking;
  const name = visit?.technicianName;
  const coming = isComing(booking);
  const { data } = useQuery({ ...technicianQuery(reference, name ?? ""), enabled: coming }, queryClient);
  if (!coming || !name) return null;
  const technician = data?.technician?.name === name ? data.technician : { name };
  const arrival = arrivalText(booking, booking.answeredAt);
  return (
    <TechnicianCard
      technician={technician}
      picture={pictureOf(reference, "pictureId" in technician ? technician.pictureId : null)}
    >
      {visit.helperNames.length > 0 && (
        <p className="mt-1 text-muted">
          {m.booking_helpers({ names: formatList(visit.helperNames.map(bidiIsolate)) })}
        </p>
      )}
      {arrival && (
        <p role="status" className="figures mt-1 text-base font-semibold text-calm-text">
          {arrival}
        </p>
      )}
    </TechnicianCard>
  );
}
