import ClipboardCheck from "lucide-react/icons/clipboard-check";
import LifeBuoy from "lucide-react/icons/life-buoy";
import { TradeIcon } from "../../../../../core/catalogue/components/trade-icon";

/** Icon of a trade or other service. The siren is reserved for the emergency mark. */
export function WorkIcon({ trade, className }: { trade: string; className?: string }) {
  if (trade === "emergency") return <LifeBuoy aria-hidden className={className} />;
  if (trade === "free-survey") return <ClipboardCheck aria-hidden className={className} />;
  return <TradeIcon trade={trade} className={className} />;
}
