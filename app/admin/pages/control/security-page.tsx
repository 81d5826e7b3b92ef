import { securityCaseList } from "~/features/oversight/security/admin/case-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_security());

const list = { ...securityCaseList, Nav: ActivityNav };

/** /admin/activity/security: suspected attacks with an opened case beside the list. */
export default function SecurityPage() {
  return <OfficeListPage list={list} />;
}
