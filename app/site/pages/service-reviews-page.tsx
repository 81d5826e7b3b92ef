import { sharedPage } from "~/platform/pages/shared-page";
import { SiteError } from "../frame/site-error";
import { ServiceReviewsScreen } from "./service-reviews-screen";

export { loader } from "./service-reviews-data.server";
export const handle = sharedPage;
export const ErrorBoundary = SiteError;

export default ServiceReviewsScreen;
