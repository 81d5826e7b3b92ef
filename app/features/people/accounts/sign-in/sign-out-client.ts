import { m } from "~/paraglide/messages";
import { clearSession } from "~/platform/auth/session";
import { apiClient } from "~/platform/browser/api-client";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import type { signInApi } from "../api/sign-in-api.server";

/** Signs out with the specification's notice (docs/domain.md, "Screens"). True on success. */
export async function signOutWithNotice(): Promise<boolean> {
  try {
    await apiClient<typeof signInApi>().send("/auth/sign-out", {});
    clearSession();
    passingNotices.show({
      title: m.account_signed_out_title(),
      description: m.account_signed_out(),
      tone: "success",
    });
    return true;
  } catch (error) {
    const description = error instanceof Error ? error.message : undefined;
    notices.show({ title: m.account_sign_out_error(), description, tone: "error" });
    return false;
  }
}
