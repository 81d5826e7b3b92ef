import Link2 from "lucide-react/icons/link-2";
import MessageCircle from "lucide-react/icons/message-circle";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { UnsavedReason } from "~/ui/form/autosave-status";
import type { AutosaveState } from "~/ui/form/use-autosaved-draft";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { MissingLetters, useMissingLetters } from "../../../core/documents/components/missing-letters";
import { ShareLinkDialog } from "../../../core/documents/components/share-link";
import { useReplaceQuoteLink, useSendQuote } from "../admin-client";
import type { QuoteChannel } from "../quote";
import type { QuoteDetail } from "../views";

interface SendQuoteProps {
  quote: QuoteDetail;
  /** Saves pending changes and returns the version to send. */
  flush: () => Promise<number | null>;
  autosave: AutosaveState;
  /** Shows what the draft lacks at its fields; false if it cannot be sent yet. */
  isComplete: () => boolean;
  /** Receives the link to share. The parent shows it, because this component unmounts with the draft. */
  onLink: (url: string) => void;
}

/** Sends the quote by email or WhatsApp, or returns the link so that the office can share it. */
export function SendQuote({ quote, flush, autosave, isComplete, onLink }: SendQuoteProps) {
  const change = useSendQuote();
  const [isUnsaved, setUnsaved] = useState(false);
  const { customer } = quote;
  const { email, hasWhatsapp } = customer;
  const property = customer.properties.find(({ id }) => id === quote.propertyId);
  const missingLetters = useMissingLetters([customer.name, property?.address, quote.versions[0]]);

  async function submit(channel: QuoteChannel) {
    if (!isComplete()) return;
    const version = await flush();
    setUnsaved(version === null);
    if (version === null) return;
    try {
      const answer = await change.mutateAsync({ id: quote.id, version, channel });
      if (answer.url) onLink(answer.url);
      else passingNotices.show({ title: sentNotice(channel, customer), tone: "success" });
    } catch {
      // The error is shown through `change.error`.
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <MissingLetters letters={missingLetters} />
      {isUnsaved && <UnsavedReason autosave={autosave} />}
      <ChangeRefused error={change.error} />
      <div className="flex flex-wrap gap-2">
        {email && (
          <Button size="small" className="grow" disabled={change.isPending} onClick={() => submit("email")}>
            <Send aria-hidden />
            <span>{change.isPending ? m.quotes_sending() : m.quotes_send_mail()}</span>
          </Button>
        )}
        {hasWhatsapp && (
          <Button
            tone={email ? "quiet" : "action"}
            size="small"
            className="grow"
            disabled={change.isPending}
            onClick={() => submit("whatsapp")}
          >
            <MessageCircle aria-hidden />
            <span>{m.quotes_send_whatsapp()}</span>
          </Button>
        )}
        <Button
          tone={email || hasWhatsapp ? "quiet" : "action"}
          size="small"
          className="grow"
          disabled={change.isPending}
          onClick={() => submit("link")}
        >
          <Link2 aria-hidden />
          <span>{m.quotes_send_link()}</span>
        </Button>
      </div>
    </div>
  );
}

export function sentNotice(
  channel: QuoteChannel,
  { email, phone }: Pick<QuoteDetail["customer"], "email" | "phone">,
): string {
  return channel === "whatsapp"
    ? m.quotes_sent_whatsapp({ phone: formatPhone(phone ?? "") })
    : m.quotes_sent_toast({ email: email ?? "" });
}

interface LinkDialogProps {
  quote: QuoteDetail;
  /** Null while closed. */
  url: string | null;
  onReplaced: (url: string | null) => void;
  onClose: () => void;
}

export function LinkDialog({ quote, url, onReplaced, onClose }: LinkDialogProps) {
  const replacement = useReplaceQuoteLink();
  const { id, customer } = quote;
  return (
    <ShareLinkDialog
      title={m.quotes_link_title()}
      hint={m.quotes_link_hint()}
      copyLabel={m.quotes_link_copy()}
      url={url}
      phone={customer.phone}
      whatsappText={quote.linkText}
      replacement={replacement}
      onReplace={() => replacement.mutate({ id }, { onSuccess: (answer) => onReplaced(answer.url) })}
      onClose={onClose}
    />
  );
}
