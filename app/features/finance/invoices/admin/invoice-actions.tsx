import Download from "lucide-react/icons/download";
import MessageCircle from "lucide-react/icons/message-circle";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { localPath } from "~/platform/locale/locale";
import { type RecordAction, RecordActions } from "~/ui/overlay/record-actions";
import { ShareLinkDialog } from "../../../core/documents/components/share-link";
import type { InvoiceDetail } from "../views";
import { CreditForm } from "./credit-form";
import { useInvoicePageSlots } from "./invoice-page-slots";
import { ResendForm, useInvoiceLink, useWhatsappInvoice } from "./resend-invoice";
import { UndoWriteOffForm, WriteOffForm } from "./write-off-form";

/** Actions of an issued invoice: payment while it is open, otherwise its document. */
export function InvoiceActions({ invoice }: { invoice: InvoiceDetail }) {
  const { Payments } = useInvoicePageSlots();
  const mayManage = useMay("invoices.manage");
  const mayWriteOff = useMay("invoices.write-off");
  const link = useInvoiceLink(invoice);
  const whatsapp = useWhatsappInvoice(invoice);
  const { id, hasDocument, canCredit, openFils, writtenOffFils } = invoice;
  const actions: RecordAction[] = [
    {
      label: m.invoices_pdf(),
      Icon: Download,
      isOffered: hasDocument,
      href: localPath(`/api/admin/invoices/${id}/document`),
    },
    {
      label: m.invoices_resend(),
      isOffered: mayManage,
      form: (onClose) => <ResendForm invoice={invoice} onClose={onClose} />,
    },
    {
      label: m.invoices_send_whatsapp(),
      Icon: MessageCircle,
      isOffered: mayManage && invoice.customer.hasWhatsapp,
      disabled: whatsapp.isPending,
      error: whatsapp.error,
      run: whatsapp.send,
    },
    {
      label: m.invoices_link_show(),
      isOffered: mayManage,
      disabled: link.isPending,
      error: link.error,
      run: () => void link.show(),
    },
    {
      label: m.invoices_credit(),
      isOffered: mayManage && canCredit,
      form: (onClose) => <CreditForm invoice={invoice} onClose={onClose} />,
    },
    {
      label: m.invoices_write_off(),
      isOffered: mayWriteOff && openFils > 0,
      form: (onClose) => <WriteOffForm invoice={invoice} onClose={onClose} />,
    },
    {
      label: m.invoices_undo_write_off(),
      isOffered: mayWriteOff && writtenOffFils > 0,
      form: (onClose) => <UndoWriteOffForm invoice={invoice} onClose={onClose} />,
    },
  ];
  return (
    <>
      <Payments invoice={invoice}>
        {(payments) => <RecordActions actions={[...payments, ...actions]} />}
      </Payments>
      <ShareLinkDialog {...link.dialog} />
    </>
  );
}
