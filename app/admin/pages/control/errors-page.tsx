import { clientErrorList } from "~/features/security/admin/error-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.activity_errors() }) },
    { name: "robots", content: "noindex" },
  ];
}

const list = { ...clientErrorList, Summary: ActivityNav };

/** /admin/activity/errors: what goes wrong in browsers; an opened one (/admin/activity/errors/:id) stands beside it. */
export default function ErrorsPage() {
  return <OfficeListPage list={list} />;
}
