import type { WebsiteTechnician } from "../views";
import { TechnicianCard } from "./technician-card";

export interface TechnicianListProps {
  technicians: WebsiteTechnician[];
}

/** Cards of technicians who have agreed to appear on the website. */
export function TechnicianList({ technicians }: TechnicianListProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {technicians.map(({ id, picture, ...technician }) => (
        <li key={id} className="rounded-lg border border-line bg-surface p-5">
          <TechnicianCard technician={technician} picture={picture} />
        </li>
      ))}
    </ul>
  );
}
