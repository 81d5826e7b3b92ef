import { m } from "~/paraglide/messages";
import { SettingsScreen } from "./settings-screen";

export function meta() {
  return [{ title: m.account_settings() }, { name: "robots", content: "noindex" }];
}

export default SettingsScreen;
