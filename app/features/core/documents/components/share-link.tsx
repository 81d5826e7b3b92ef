import MessageCircle from "lucide-react/icons/message-circle";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { whatsappHref } from "~/platform/text/contact-links";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { Button, ButtonAnchor } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Dialog } from "~/ui/overlay/dialog";
import { LINK_PLACE } from "../shared-link";

interface ShareLinkDialogProps {
  title: string;
  hint: string;
  copyLabel: string;
  /** Null while closed. */
  url: string | null;
  /** The customer's phone; null for none. */
  phone: string | null;
  /** In the customer's language, with LINK_PLACE. */
  whatsappText: string;
  /** State of the replacement of the link. */
  replacement: { isPending: boolean; error: Error | null };
  /** Replaces a link that went to the wrong person. The parent then passes the new one. */
  onReplace: () => void;
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
  replacement,
  onReplace,
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
                href={whatsappHref(phone, whatsappText.replace(LINK_PLACE, url))}
              >
                <MessageCircle aria-hidden />
                {m.site_whatsapp()}
              </ButtonAnchor>
            )}
          </div>
          <ReplaceLink url={url} replacement={replacement} onReplace={onReplace} />
        </>
      )}
    </Dialog>
  );
}

function ReplaceLink({
  url,
  replacement,
  onReplace,
}: Pick<ShareLinkDialogProps, "replacement" | "onReplace"> & { url: string }) {
  const [firstUrl] = useState(url);
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const isAsking = askedFor === url;

  function advance(clicks: number) {
    if (!isAsking) setAskedFor(url);
    // The second click of a double click confirms nothing.
    else if (clicks < 2 && !replacement.isPending) onReplace();
  }

  return (
    <div className="flex flex-col gap-2 text-sm">
      <p role="status" className="text-muted">
        {isAsking
          ? m.document_link_replace_warning()
          : url === firstUrl
            ? m.document_link_replace_hint()
            : m.document_link_replaced()}
      </p>
      <div className="flex flex-wrap gap-2">
        {/* `aria-disabled` instead of `disabled`, because the button must keep the focus. */}
        <Button
          size="small"
          tone="plain"
          aria-disabled={replacement.isPending}
          onClick={({ detail }) => advance(detail)}
        >
          {isAsking ? m.document_link_replace_sure() : m.document_link_replace()}
        </Button>
      </div>
      <ChangeRefused error={replacement.error} />
    </div>
  );
}
