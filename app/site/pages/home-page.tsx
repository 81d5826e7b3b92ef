import { sharedPage } from "~/platform/pages/shared-page";
import { withBookingForm } from "./form/form-handle";
import { HomeScreen } from "./home-screen";

export { action, loader } from "./home-data.server";
export const handle = { ...sharedPage, ...withBookingForm };
export const shouldRevalidate = () => false;

export default HomeScreen;
