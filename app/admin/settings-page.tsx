import { SettingsList } from "~/features/business/admin/settings-list";
import { m } from "~/paraglide/messages";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.settings_title() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/settings */
export default function SettingsPage() {
  return <SettingsList />;
}
