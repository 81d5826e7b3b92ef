import { undeliverableList } from "~/features/oversight/notifications/admin/undeliverable-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_undeliverable());

const list = { ...undeliverableList, Nav: ActivityNav };

/** /admin/activity/undeliverable: addresses that accept no email. */
export default function UndeliverablePage() {
  return <OfficeListPage list={list} />;
}
