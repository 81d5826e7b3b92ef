import { clientErrorList } from "~/features/oversight/security/admin/error-list";
import { m } from "~/paraglide/messages";
import { OfficeListPage } from "~/ui/list/office-list-page";
import { ActivityNav } from "../../frame/activity-nav";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.activity_errors());

const list = { ...clientErrorList, Nav: ActivityNav };

/** /admin/activity/errors: browser errors with an opened one beside the list. */
export default function ErrorsPage() {
  return <OfficeListPage list={list} />;
}
