import MessageCircle from "lucide-react/icons/message-circle";
import { m } from "~/paraglide/messages";
import { whatsappHref } from "~/platform/text/contact-links";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { ButtonAnchor } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { Dialog } from "~/ui/overlay/dialog";

interface ShareLinkDialogProps {
  title: string;
  hint: string;
  copyLabel: string;
  /** Null while closed. */
  url: string | null;
  /** The customer's phone; null for none. */
  phone: string | null;
  whatsappText: (url: string) => string;
  onClose: () => void;
}

/** Link to a customer's document, to copy or to send by WhatsApp to mobile numbers. */
export function ShareLinkDialog({
  title,
  hint,
  copyLabel,
  url,
  phone,
  whatsappText,
  onClose,
}: ShareLinkDialogProps) {
  return (
    <Dialog open={url !== null} onClose={onClose} title={title}>
      {url && (
        <>
          <p className="text-sm text-muted">{hint}</p>
          <textarea
            readOnly
            rows={3}
            value={url}
            aria-label={title}
            onFocus={({ target }) => target.select()}
            className="w-full rounded border border-control bg-paper p-3 text-sm break-all"
          />
          <div className="flex flex-wrap gap-2">
            <CopyButton value={url} label={copyLabel} withText />
            {phone && mayHaveWhatsapp(phone) && (
              <ButtonAnchor
                size="small"
                tone="quiet"
                target="_blank"
                rel="noreferrer"
                href={whatsappHref(phone, whatsappText(url))}
              >
                <MessageCircle aria-hidden />
                {m.site_whatsapp()}
              </ButtonAnchor>
            )}
          </div>
        </>
      )}
    </Dialog>
  );
}
