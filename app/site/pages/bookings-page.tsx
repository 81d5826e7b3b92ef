import { sharedPage } from "~/platform/pages/shared-page";
import { SiteError } from "../frame/site-error";
import { BookingsScreen } from "./bookings-screen";
import { withBookingForm } from "./form/form-handle";

export { action, loader } from "./bookings-data.server";
export const handle = { ...sharedPage, ...withBookingForm };
export const shouldRevalidate = () => false;
export const ErrorBoundary = SiteError;

export default BookingsScreen;
