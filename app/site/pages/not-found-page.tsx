import { data } from "react-router";
import { sharedNotFoundPage } from "~/platform/pages/shared-page";
import { SiteNotFoundScreen } from "./not-found-screen";

export const handle = sharedNotFoundPage;
export const loader = () => data(null, { status: 404 });

export default SiteNotFoundScreen;
