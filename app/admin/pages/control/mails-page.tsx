import { outgoingMailList } from "~/features/notifications/admin/mail-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.activity_mails() }) },
    { name: "robots", content: "noindex" },
  ];
}

const list = { ...outgoingMailList, Summary: ActivityNav };

/** /admin/activity/mails: what goes out; an opened mail (/admin/activity/mails/:id) stands beside it. */
export default function MailsPage() {
  return <OfficeListPage list={list} />;
}
