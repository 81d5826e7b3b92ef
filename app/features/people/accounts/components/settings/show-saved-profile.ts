import { m } from "~/paraglide/messages";
import { refreshSession } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { passingNotices } from "~/ui/overlay/toast-store";
import { profileQuery } from "../../client";
import type { ProfileView } from "../../views";

/** Updates the cached profile and session name and shows a notice. */
export function showSavedProfile(profile: ProfileView, notice = m.account_saved()): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  void queryClient.invalidateQueries({ queryKey: ["booking", "overview"] });
  passingNotices.show({ title: notice, tone: "success" });
  refreshSession().catch(() => {});
}
