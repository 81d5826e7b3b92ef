import { m } from "~/paraglide/messages";
import { officeMeta } from "../frame/office-meta";
import { QuoteScreen } from "./quote-screen";

export const meta = () => officeMeta(m.quotes_office_title());

export default QuoteScreen;
