import MessageCircle from "lucide-react/icons/message-circle";
import Navigation from "lucide-react/icons/navigation";
import Phone from "lucide-react/icons/phone";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { callHref, directionsHref, whatsappHref } from "~/platform/text/contact-links";
import { formatPhone, mayHaveWhatsapp } from "~/platform/text/phone";
import { buttonClass } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { formatPin } from "../../access/access";
import type { OwnVisit } from "../views";

/** Call, WhatsApp and directions. */
export function VisitLinks({ visit }: { visit: OwnVisit }) {
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-3">
      <BigLink href={callHref(visit.phone)} icon={<Phone aria-hidden />} hint={formatPhone(visit.phone)}>
        {m.technician_call()}
      </BigLink>
      {mayHaveWhatsapp(visit.phone) && (
        <BigLink
          href={whatsappHref(visit.phone, visit.greeting ?? "")}
          icon={<MessageCircle aria-hidden />}
          away
        >
          {m.technician_chat()}
        </BigLink>
      )}
      <BigLink
        href={directionsHref(visit.access?.pin ? formatPin(visit.access.pin) : visit.address)}
        icon={<Navigation aria-hidden />}
        away
      >
        {m.technician_navigate()}
      </BigLink>
    </div>
  );
}

interface BigLinkProps {
  href: string;
  icon: ReactNode;
  hint?: string;
  /** Opens another app or page, which must not replace this one. */
  away?: boolean;
  children: ReactNode;
}

function BigLink({ href, icon, hint, away, children }: BigLinkProps) {
  return (
    <a
      href={href}
      title={hint}
      {...(away ? { target: "_blank", rel: "noreferrer" } : {})}
      className={classNames(
        buttonClass({ tone: "quiet" }),
        "min-h-22 flex-col gap-1.5 px-1! max-[22.5rem]:text-sm! [&>svg]:size-7! [&>svg]:text-accent",
      )}
    >
      {icon}
      {children}
    </a>
  );
}
