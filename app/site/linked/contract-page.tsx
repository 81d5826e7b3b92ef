import { sharedLinkPage } from "~/platform/pages/shared-page";
import type { Loaded } from "./contract-data.server";
import { ContractScreen } from "./contract-screen";
import { loadByLinkKey } from "./linked-page";

export { action, loader } from "./contract-data.server";
export { privatePageHeaders as headers } from "./linked-page";
export const handle = sharedLinkPage;
export const clientLoader = loadByLinkKey<Loaded>({ opened: null });
export const shouldRevalidate = () => false;

export default ContractScreen;
