import Siren from "lucide-react/icons/siren";
import { m } from "~/paraglide/messages";
import { Badge } from "~/ui/badge";

export function EmergencyBadge() {
  return (
    <Badge tone="emergency">
      <Siren aria-hidden className="size-3.5" />
      {m.office_bookings_emergency()}
    </Badge>
  );
}
