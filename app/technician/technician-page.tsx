import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import "../office.css";

export const meta = () => [{ title: m.technician_title() }, { name: "robots", content: "noindex" }];
export const links = () => [{ rel: "manifest", href: localPath("/technician.webmanifest") }];

/** Keeps the page out of server rendering, which shows `HydrateFallback` instead. */
export const clientLoader = () => null;
export const HydrateFallback = () => <LoadingScreen>{m.common_loading()}</LoadingScreen>;

export { TechnicianError as ErrorBoundary, TechnicianScreen as default } from "./technician-screen";
