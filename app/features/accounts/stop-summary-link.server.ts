import { signedKey } from "~/platform/auth/links/signed-key.server";
import type { Config } from "~/platform/config.server";
import { localPath } from "~/platform/locale/locale";

/** Where somebody ends the weekly summary without signing in, in the language that is spoken now. */
export function stopSummaryUrl(
  { publicUrl, secret }: Pick<Config, "publicUrl" | "secret">,
  userId: string,
): string {
  const query = new URLSearchParams({ user: userId, key: signedKey(secret, "weekly-summary", userId) });
  return `${publicUrl}${localPath("/weekly-summary")}?${query}`;
}
