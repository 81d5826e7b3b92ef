import { sharedPage } from "~/platform/pages/shared-page";
import { SiteError } from "../frame/site-error";
import { withBookingForm } from "./form/form-handle";
import { FreeAssessmentScreen } from "./free-assessment-screen";

export { action, loader } from "./free-assessment-data.server";
export const handle = { ...sharedPage, ...withBookingForm };
export const shouldRevalidate = () => false;
export const ErrorBoundary = SiteError;

export default FreeAssessmentScreen;
