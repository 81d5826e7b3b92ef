import { sharedPage } from "~/platform/pages/shared-page";
import { ServicesScreen } from "./services-screen";

export { loader } from "./services-data.server";
export const handle = sharedPage;

export default ServicesScreen;
