import { sharedPage } from "~/platform/pages/shared-page";
import { ContactScreen } from "./contact-screen";

export { action, loader } from "./contact-data.server";
export const handle = sharedPage;

export default ContactScreen;
