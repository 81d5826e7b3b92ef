import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";
import { SettingsScreen } from "./settings-screen";

export const meta = () => officeMeta(m.settings_title());

export default SettingsScreen;
