import { trailList } from "~/features/activity/admin/trail-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_title());

const list = { ...trailList, Summary: ActivityNav };

/** /admin/activity: the trail; an opened entry (/admin/activity/:id) stands beside it. */
export default function ActivityPage() {
  return <OfficeListPage list={list} />;
}
