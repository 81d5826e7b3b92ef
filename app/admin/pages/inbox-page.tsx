import { inboxList } from "~/features/people/inbox/admin/inbox-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { officeMeta } from "../frame/office-meta";

export const meta = () => officeMeta(m.inbox_title());

/** /admin/inbox: the list with an opened item beside it. */
export default function InboxPage() {
  return <OfficeListPage list={inboxList} />;
}
