import { m } from "~/paraglide/messages";
import { officeMeta } from "../../frame/office-meta";
import { PricingScreen } from "./pricing-screen";

export const meta = () => officeMeta(m.pricing_title());

export default PricingScreen;
