import { profileQuery } from "~/features/accounts/client";
import type { ProfileView } from "~/features/accounts/views";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/query-client";
import { refreshSession } from "~/platform/session";
import { passingNotices } from "~/ui/toast-store";

/** Shows a profile as the server has it now, and says that it was saved. The name stands in the navigation, too. */
export function keepProfile(profile: ProfileView, notice = m.account_saved()): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  void queryClient.invalidateQueries({ queryKey: ["booking", "overview"] });
  passingNotices.show({ title: notice, tone: "success" });
  refreshSession().catch(() => {});
}
