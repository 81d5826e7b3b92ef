import { m } from "~/paraglide/messages";

/** What a page of the office tells the browser: its title, and that no search engine lists it. */
export function officeMeta(page: string) {
  return [{ title: m.admin_page_title({ page }) }, { name: "robots", content: "noindex" }];
}
