import { m } from "~/paraglide/messages";
import { signOut } from "~/platform/auth/session";
import { notices, passingNotices } from "../overlay/toast-store";

/** Signs out and says so, in the client's words (docs/domain.md, "Screens"). True when it was done. */
export async function signOutWithNotice(): Promise<boolean> {
  try {
    await signOut();
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
