import { trailList } from "~/features/oversight/activity/admin/trail-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_title());

const list = { ...trailList, Nav: ActivityNav };

/** /admin/activity: the audit trail with an opened entry beside it. */
export default function ActivityPage() {
  return <OfficeListPage list={list} />;
}
