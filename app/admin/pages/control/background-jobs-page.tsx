import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";
import { BackgroundJobsScreen } from "./background-jobs-screen";

export const meta = () => officeMeta(m.background_jobs_title());

export default BackgroundJobsScreen;
