import ClipboardCheck from "lucide-react/icons/clipboard-check";
import LifeBuoy from "lucide-react/icons/life-buoy";
import { TradeIcon } from "../../../../catalogue/components/trade-icon";

/** The sign of what is booked: of a trade its own; what is no trade has one here. The siren is the mark of each emergency, whatever its trade. */
export function WorkIcon({ trade, className }: { trade: string; className?: string }) {
  if (trade === "emergency") return <LifeBuoy aria-hidden className={className} />;
  if (trade === "free-survey") return <ClipboardCheck aria-hidden className={className} />;
  return <TradeIcon trade={trade} className={className} />;
}
