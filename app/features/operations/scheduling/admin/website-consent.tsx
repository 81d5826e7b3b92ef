import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Section } from "~/ui/section";
import type { TechnicianDetail } from "../views";

/** Read only, because only the technician may agree. */
export function WebsiteConsent({
  technician: { active, websiteConsentAt },
}: {
  technician: TechnicianDetail;
}) {
  if (!active) return null;
  return (
    <Section title={m.scheduling_website_title()}>
      <p className="text-sm">
        {websiteConsentAt
          ? m.scheduling_website_agreed({ day: formatTime(websiteConsentAt, "fullDate") })
          : m.scheduling_website_none()}
      </p>
    </Section>
  );
}
