import { sharedPage } from "~/platform/pages/shared-page";
import { PrivacyPolicyScreen } from "./privacy-policy-screen";

export { loader } from "./privacy-policy-data.server";
export const handle = sharedPage;

export default PrivacyPolicyScreen;
