import { BackupsScreen } from "~/features/people/backups/admin/backups-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.settings_section_backups());

export default function BackupsPage() {
  return <BackupsScreen />;
}
