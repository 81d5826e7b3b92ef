import type { ReactNode } from "react";
import { Link } from "react-router";

export function VisitRow({ reference, label, time }: { reference: string; label: ReactNode; time: string }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={`/bookings/${reference}`}
        className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm hover:underline"
      >
        <span>{label}</span>
        <span className="figures text-muted">{time}</span>
      </Link>
    </li>
  );
}
