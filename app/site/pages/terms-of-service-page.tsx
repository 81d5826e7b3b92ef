import { sharedPage } from "~/platform/pages/shared-page";
import { TermsOfServiceScreen } from "./terms-of-service-screen";

export { loader } from "./terms-of-service-data.server";
export const handle = sharedPage;

export default TermsOfServiceScreen;
