import { CannedRepliesScreen } from "~/features/people/inbox/admin/canned-replies-screen";
import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";

export const meta = () => officeMeta(m.inbox_canned_title());

export default function CannedRepliesPage() {
  return <CannedRepliesScreen />;
}
