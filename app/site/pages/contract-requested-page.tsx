import { sharedPage } from "~/platform/pages/shared-page";
import { ContractRequestedScreen } from "./contract-requested-screen";

export const handle = sharedPage;

export default ContractRequestedScreen;
