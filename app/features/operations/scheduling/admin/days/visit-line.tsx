import { Link } from "react-router";
import { formatTime } from "~/platform/time";

interface VisitLineProps {
  visit: { bookingId: string; reference: string; startsAt: string };
  /** Empty texts are left out. */
  about: readonly string[];
}

/** Visit with a link to its booking. */
export function VisitLine({ visit, about }: VisitLineProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3">
      <Link
        to={`/admin/bookings/${visit.bookingId}`}
        className="figures inline-flex min-h-6 shrink-0 items-center font-medium underline"
      >
        {visit.reference}
      </Link>
      <span className="figures shrink-0">{formatTime(visit.startsAt, "dateTime")}</span>
      <span className="w-full">{about.filter(Boolean).join(" · ")}</span>
    </p>
  );
}
