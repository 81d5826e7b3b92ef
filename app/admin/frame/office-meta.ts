import { m } from "~/paraglide/messages";

/** Title of an office page; search engines do not index it. */
export function officeMeta(page: string) {
  return [{ title: m.admin_page_title({ page }) }, { name: "robots", content: "noindex" }];
}
