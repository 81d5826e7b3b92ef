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
import { m } from "~/paraglide/messages";
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

const words: Record<ServiceIconName, () => string> = {
  "air-vent": m.catalogue_icon_air_vent,
  bug: m.catalogue_icon_bug,
  "clipboard-check": m.catalogue_icon_clipboard_check,
  drill: m.catalogue_icon_drill,
  droplets: m.catalogue_icon_droplets,
  fence: m.catalogue_icon_fence,
  "grid-2x2": m.catalogue_icon_grid_2x2,
  hammer: m.catalogue_icon_hammer,
  "key-round": m.catalogue_icon_key_round,
  lightbulb: m.catalogue_icon_lightbulb,
  "paint-roller": m.catalogue_icon_paint_roller,
  plug: m.catalogue_icon_plug,
  "shower-head": m.catalogue_icon_shower_head,
  siren: m.catalogue_icon_siren,
  trees: m.catalogue_icon_trees,
  "washing-machine": m.catalogue_icon_washing_machine,
  wrench: m.catalogue_icon_wrench,
  zap: m.catalogue_icon_zap,
};

export function labelForIcon(icon: ServiceIconName): string {
  return words[icon]();
}

/** Falls back to a wrench for an unknown name, which an older record may have. */
export function ServiceIcon({ name, className }: { name: string; className?: string }) {
  const Icon = icons[serviceIcons.find((icon) => icon === name) ?? "wrench"];
  return <Icon aria-hidden className={className} />;
}
