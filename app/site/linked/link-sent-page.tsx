import { sharedPage } from "~/platform/pages/shared-page";
import { LinkSentScreen } from "./link-sent-screen";

export const handle = sharedPage;

export default LinkSentScreen;
