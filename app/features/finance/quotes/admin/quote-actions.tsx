import Download from "lucide-react/icons/download";
import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { type RecordAction, RecordActions } from "~/ui/overlay/record-actions";
import { passingNotices } from "~/ui/overlay/toast-store";
import {
  useConvertQuote,
  useDuplicateQuote,
  useReviseQuote,
  useShareQuoteLink,
  useWithdrawQuote,
} from "../admin-client";
import type { QuoteChannel } from "../quote";
import type { QuoteDetail } from "../views";
import { ConvertForm } from "./convert-form";
import { useQuotePageSlots } from "./quote-page-slots";
import { sentNotice } from "./send-quote";

interface QuoteActionsProps {
  quote: QuoteDetail;
  /** Buttons of the builder that send the quote. */
  sending?: ReactNode;
  /** Receives the link to share. */
  onLink: (url: string) => void;
}

/** Actions of a quote: booking and invoice after approval, revision after a request, otherwise the link again. */
export function QuoteActions({ quote, sending, onLink }: QuoteActionsProps) {
  const { Invoicing } = useQuotePageSlots();
  const revise = useReviseQuote();
  const convert = useConvertQuote();
  const duplicate = useDuplicateQuote();
  const share = useShareQuoteLink();
  const navigate = useNavigate();
  const { id, version, booking, canConvert } = quote;
  const { email, hasWhatsapp } = quote.customer;
  const canShare = quote.sentAt !== null && quote.state !== "withdrawn" && !quote.canSend;

  async function shareAgain(channel: QuoteChannel) {
    // The error is shown through `share.error`.
    const answer = await share.mutateAsync({ id, version, channel }).catch(() => null);
    if (!answer) return;
    if (answer.url) onLink(answer.url);
    else passingNotices.show({ title: sentNotice(channel, quote.customer), tone: "success" });
  }

  const createBooking = { id: "new-booking", label: m.quotes_convert_new(), isOffered: canConvert };
  const isBookable = quote.serviceId && quote.propertyId;
  const revision: RecordAction = {
    label: m.quotes_revise(),
    isOffered: quote.canRevise,
    disabled: revise.isPending,
    error: revise.error,
    run: () => revise.mutate({ id, version }),
  };
  const resend: RecordAction = {
    label: m.quotes_resend(),
    Icon: Mail,
    isOffered: canShare && email !== null,
    disabled: share.isPending,
    error: share.error,
    run: () => void shareAgain("email"),
  };
  const isWaiting = quote.state === "sent" || quote.state === "viewed";
  return (
    <Invoicing quote={quote}>
      {({ invoice, cancel, hint }) => (
        <RecordActions
          nextStep={sending}
          actions={[
            {
              label: m.quotes_convert_booking({ reference: booking?.reference ?? "" }),
              isOffered: canConvert && booking !== null && !booking.isTerminal,
              disabled: convert.isPending,
              error: convert.error,
              run: () => convert.mutate({ id, version, target: "booking" }),
            },
            isBookable
              ? {
                  ...createBooking,
                  disabled: convert.isPending,
                  run: () => convert.mutate({ id, version, target: "new" }),
                }
              : {
                  ...createBooking,
                  form: (onClose) => <ConvertForm quote={quote} onClose={onClose} />,
                },
            invoice,
            ...(isWaiting ? [resend, revision] : [revision, resend]),
            {
              label: m.quotes_send_whatsapp(),
              Icon: MessageCircle,
              isOffered: canShare && hasWhatsapp,
              disabled: share.isPending,
              run: () => void shareAgain("whatsapp"),
            },
            {
              label: m.quotes_link_show(),
              isOffered: canShare,
              disabled: share.isPending,
              run: () => void shareAgain("link"),
            },
            {
              label: m.quotes_pdf(),
              Icon: Download,
              isOffered: quote.sentAt !== null,
              href: localPath(`/api/admin/quotes/${id}/document`),
            },
            {
              label: m.quotes_duplicate(),
              disabled: duplicate.isPending,
              error: duplicate.error,
              run: () =>
                duplicate.mutate({ id }, { onSuccess: (created) => navigate(`/admin/quotes/${created.id}`) }),
            },
            {
              id: "withdraw",
              label: quote.sentAt ? m.quotes_withdraw() : m.quotes_discard(),
              isOffered: quote.canWithdraw,
              form: (onClose) => <WithdrawForm quote={quote} onClose={onClose} />,
            },
            cancel,
          ]}
        >
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </RecordActions>
      )}
    </Invoicing>
  );
}

function WithdrawForm({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const change = useWithdrawQuote();
  const { id, version, sentAt } = quote;
  const form = useForm({
    initialValues: {},
    send: () => change.mutateAsync({ id, version }),
    next: onClose,
  });
  const label = sentAt ? m.quotes_withdraw() : m.quotes_discard();
  return (
    <EditForm label={label} submit={label} form={form} onClose={onClose}>
      <p className="text-sm">{sentAt ? m.quotes_withdraw_hint() : m.quotes_discard_hint()}</p>
    </EditForm>
  );
}
