import { sharedLinkPage } from "~/platform/pages/shared-page";
import { loadByLinkKey } from "./linked-page";
import type { Loaded } from "./quote-data.server";
import { QuoteScreen } from "./quote-screen";

export { privatePageHeaders as headers } from "./linked-page";
export { action, loader } from "./quote-data.server";
export const handle = sharedLinkPage;
export const clientLoader = loadByLinkKey<Loaded>({ opened: null, toPay: null });
export const shouldRevalidate = () => false;

export default QuoteScreen;
