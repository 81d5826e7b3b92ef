import { sharedLinkPage } from "~/platform/pages/shared-page";
import type { Loaded } from "./invoice-data.server";
import { InvoiceScreen } from "./invoice-screen";
import { loadByLinkKey } from "./linked-page";

export { action, loader } from "./invoice-data.server";
export { privatePageHeaders as headers } from "./linked-page";
export const handle = sharedLinkPage;
export const clientLoader = loadByLinkKey<Loaded>({ opened: null, toPay: null });
export const shouldRevalidate = () => false;

export default InvoiceScreen;
