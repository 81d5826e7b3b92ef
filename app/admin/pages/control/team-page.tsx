import { Team } from "~/features/people/accounts/admin/team";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.team_title());

/** /admin/team: office users and their roles. */
export default function TeamPage() {
  return <Team />;
}
