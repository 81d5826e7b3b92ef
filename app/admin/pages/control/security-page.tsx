import { securityCaseList } from "~/features/security/admin/case-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.activity_security() }) },
    { name: "robots", content: "noindex" },
  ];
}

const list = { ...securityCaseList, Summary: ActivityNav };

/** /admin/activity/security: what looks like an attack; an opened one (/admin/activity/security/:id) stands beside it. */
export default function SecurityPage() {
  return <OfficeListPage list={list} />;
}
