import { trailList } from "~/features/activity/admin/trail-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.activity_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/activity: the trail; an opened entry (/admin/activity/:id) stands beside it. */
export default function ActivityPage() {
  return <OfficeListPage list={trailList} />;
}
