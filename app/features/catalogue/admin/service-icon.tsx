import AirVent from "lucide-react/icons/air-vent";
import Bug from "lucide-react/icons/bug";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import Drill from "lucide-react/icons/drill";
import Droplets from "lucide-react/icons/droplets";
import Fence from "lucide-react/icons/fence";
import Grid2x2 from "lucide-react/icons/grid-2x2";
import Hammer from "lucide-react/icons/hammer";
import KeyRound from "lucide-react/icons/key-round";
import Lightbulb from "lucide-react/icons/lightbulb";
import PaintRoller from "lucide-react/icons/paint-roller";
import Plug from "lucide-react/icons/plug";
import ShowerHead from "lucide-react/icons/shower-head";
import Siren from "lucide-react/icons/siren";
import Trees from "lucide-react/icons/trees";
import WashingMachine from "lucide-react/icons/washing-machine";
import Wrench from "lucide-react/icons/wrench";
import Zap from "lucide-react/icons/zap";
import { type ServiceIconName, serviceIcons } from "../service";

const icons = {
  "air-vent": AirVent,
  bug: Bug,
  "clipboard-check": ClipboardCheck,
  drill: Drill,
  droplets: Droplets,
  fence: Fence,
  "grid-2x2": Grid2x2,
  hammer: Hammer,
  "key-round": KeyRound,
  lightbulb: Lightbulb,
  "paint-roller": PaintRoller,
  plug: Plug,
  "shower-head": ShowerHead,
  siren: Siren,
  trees: Trees,
  "washing-machine": WashingMachine,
  wrench: Wrench,
  zap: Zap,
} satisfies Record<ServiceIconName, unknown>;

/** A name of no icon of ours, as an older record may have, is a wrench. */
export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  const Icon = icons[serviceIcons.find((icon) => icon === name) ?? "wrench"];
  return <Icon aria-hidden className={className} />;
}
