import { signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import { localPath } from "~/platform/locale/locale";

/** Unsubscribe link of the weekly summary, in the current language. */
export function unsubscribeUrl(
  { publicUrl, secret }: Pick<Config, "publicUrl" | "secret">,
  userId: string,
): string {
  const query = new URLSearchParams({ user: userId, key: signedKey(secret, "weekly-summary", userId) });
  return `${publicUrl}${localPath("/weekly-summary")}?${query}`;
}
