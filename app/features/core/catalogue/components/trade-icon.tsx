import AirVent from "lucide-react/icons/air-vent";
import Drill from "lucide-react/icons/drill";
import Droplets from "lucide-react/icons/droplets";
import Grid2x2 from "lucide-react/icons/grid-2x2";
import Hammer from "lucide-react/icons/hammer";
import PaintRoller from "lucide-react/icons/paint-roller";
import Siren from "lucide-react/icons/siren";
import Wrench from "lucide-react/icons/wrench";
import Zap from "lucide-react/icons/zap";

const icons = {
  hvac: AirVent,
  electrical: Zap,
  plumbing: Droplets,
  painting: PaintRoller,
  tiling: Grid2x2,
  carpentry: Hammer,
  "general-maintenance": Wrench,
  handyman: Drill,
  emergency: Siren,
};

/** Icon of a trade, by service id. */
export function TradeIcon({ trade, className }: { trade: string; className?: string }) {
  const Icon = trade in icons ? icons[trade as keyof typeof icons] : Wrench;
  return <Icon aria-hidden className={className} />;
}
