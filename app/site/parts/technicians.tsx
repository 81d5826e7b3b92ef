import { TechnicianCard } from "~/features/operations/reviews/components/technician-card";
import type { WebsiteTechnician } from "~/features/operations/reviews/views";
import { m } from "~/paraglide/messages";
import { PageSection } from "./page-section";

export interface TechniciansProps {
  technicians: WebsiteTechnician[];
}

/** Technicians who have agreed to appear on the website. */
export function Technicians({ technicians }: TechniciansProps) {
  return (
    <PageSection id="technicians" title={m.content_technicians_title()} lead={m.content_technicians_lead()}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {technicians.map(({ id, picture, ...technician }) => (
          <li key={id} className="rounded-lg border border-line bg-surface p-5">
            <TechnicianCard technician={technician} picture={picture} />
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
