import { Team } from "~/features/accounts/admin/team";
import { m } from "~/paraglide/messages";

export function meta() {
  return [{ title: m.admin_page_title({ page: m.team_title() }) }, { name: "robots", content: "noindex" }];
}

/** /admin/team: who works in the office, and as what. */
export default function TeamPage() {
  return <Team />;
}
