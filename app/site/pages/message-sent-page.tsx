import { sharedPage } from "~/platform/pages/shared-page";
import { MessageSentScreen } from "./message-sent-screen";

export { loader } from "./message-sent-data.server";
export const handle = sharedPage;

export default MessageSentScreen;
