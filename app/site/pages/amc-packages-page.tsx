import { sharedPage } from "~/platform/pages/shared-page";
import { AmcPackagesScreen } from "./amc-packages-screen";

export { action, loader } from "./amc-packages-data.server";
export const handle = sharedPage;

export default AmcPackagesScreen;
