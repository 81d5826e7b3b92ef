import { apiClient } from "~/platform/browser/api-client";
import { notices } from "~/ui/overlay/toast-store";
import type { signInApi } from "../api/sign-in-api.server";

/** Loads the notice when the user signs out. If its code fails, signs out without a notice and reloads the page. */
export function signOut(): void {
  import("./sign-out-client").then(
    ({ signOutWithNotice }) => signOutWithNotice(),
    () =>
      apiClient<typeof signInApi>()
        .send("/auth/sign-out", {})
        .then(
          () => location.reload(),
          ({ message }: Error) => notices.show({ title: message, tone: "error" }),
        ),
  );
}
