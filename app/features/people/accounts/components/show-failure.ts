import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { notices } from "~/ui/overlay/toast-store";

/** Shows why a change of the account was not saved. */
export function showFailure(error: unknown): void {
  const title = error instanceof HttpError ? error.message : m.common_unexpected_answer();
  notices.show({ title, tone: "error" });
}
