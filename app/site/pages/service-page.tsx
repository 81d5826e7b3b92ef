import { sharedPage } from "~/platform/pages/shared-page";
import { SiteError } from "../frame/site-error";
import { withBookingForm } from "./form/form-handle";
import { ServiceScreen } from "./service-screen";

export { action, loader } from "./service-data.server";
export const handle = { ...sharedPage, ...withBookingForm };
export const ErrorBoundary = SiteError;

export default ServiceScreen;
