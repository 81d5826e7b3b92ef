import { outgoingMailList } from "~/features/oversight/notifications/admin/mail-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_mails());

const list = { ...outgoingMailList, Nav: ActivityNav };

/** /admin/activity/mails: outgoing emails with an opened one beside the list. */
export default function MailsPage() {
  return <OfficeListPage list={list} />;
}
