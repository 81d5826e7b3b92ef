import { sharedPage } from "~/platform/pages/shared-page";
import { SiteError } from "../frame/site-error";
import { PortfolioScreen } from "./portfolio-screen";

export { loader } from "./portfolio-data.server";
export const handle = sharedPage;
export const ErrorBoundary = SiteError;

export default PortfolioScreen;
