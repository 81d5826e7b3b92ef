import Bell from "lucide-react/icons/bell";
import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import MessageSquare from "lucide-react/icons/message-square";
import type { ComponentType, SVGProps } from "react";
import type { Channel } from "~/platform/messaging/channel";
import { labelForChannel } from "~/platform/messaging/labels";
import { classNames } from "./class-names";

const icons: Record<Channel, ComponentType<SVGProps<SVGSVGElement>>> = {
  push: Bell,
  whatsapp: MessageCircle,
  sms: MessageSquare,
  email: Mail,
};

export function ChannelIcon({ channel, className }: { channel: Channel; className?: string }) {
  const Icon = icons[channel];
  return (
    <Icon
      role="img"
      aria-label={labelForChannel(channel)}
      className={classNames("shrink-0 text-muted", className)}
    />
  );
}
