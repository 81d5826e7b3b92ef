import { m } from "~/paraglide/messages";
import { refreshSession } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { passingNotices } from "~/ui/overlay/toast-store";
import { profileQuery } from "../../client";
import type { ProfileView } from "../../views";

/** Shows a profile as the server has it now, and says that it was saved. The name stands in the navigation, too. */
export function keepProfile(profile: ProfileView, notice = m.account_saved()): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  void queryClient.invalidateQueries({ queryKey: ["booking", "overview"] });
  passingNotices.show({ title: notice, tone: "success" });
  refreshSession().catch(() => {});
}
