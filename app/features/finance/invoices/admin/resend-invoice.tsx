import { type ComponentProps, useState } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { ShareLinkDialog } from "../../../core/documents/components/share-link";
import { useReplaceInvoiceLink, useResendInvoice } from "../admin-client";
import { recipientSchema } from "../schema";
import type { InvoiceDetail } from "../views";

/** Shows the invoice's link, to share it otherwise than by email. */
export function useInvoiceLink({ id, linkText, customer }: InvoiceDetail) {
  const change = useResendInvoice();
  const replacement = useReplaceInvoiceLink();
  const [url, setUrl] = useState<string | null>(null);

  async function show() {
    // The error is shown through `change.error`.
    const answer = await change.mutateAsync({ id, channel: "link" }).catch(() => null);
    if (answer) setUrl(answer.url);
  }

  const dialog: ComponentProps<typeof ShareLinkDialog> = {
    title: m.invoices_link_title(),
    hint: m.invoices_link_hint(),
    copyLabel: m.invoices_link_copy(),
    url,
    phone: customer.phone,
    whatsappText: linkText,
    replacement,
    onReplace: () => replacement.mutate({ id }, { onSuccess: (answer) => setUrl(answer.url) }),
    onClose: () => setUrl(null),
  };
  return { show, isPending: change.isPending, error: change.error, dialog };
}

/** Sends the invoice with its PDF by WhatsApp. */
export function useWhatsappInvoice({ id, customer }: InvoiceDetail) {
  const change = useResendInvoice();

  function send() {
    const title = m.invoices_sent_whatsapp({ phone: formatPhone(customer.phone ?? "") });
    const onSuccess = () => passingNotices.show({ title, tone: "success" });
    change.mutate({ id, channel: "whatsapp" }, { onSuccess });
  }

  return { send, isPending: change.isPending, error: change.error };
}

export function ResendForm({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }) {
  const change = useResendInvoice();
  const { id, customer } = invoice;
  const form = useForm({
    initialValues: { email: customer.email ?? "" },
    check({ email }): Checked<{ email: string }> {
      const checked = recipientSchema.safeParse(email);
      return checked.success
        ? { ok: true, input: { email: checked.data } }
        : { ok: false, errors: { email: checked.error.issues[0]!.message } };
    },
    send: ({ email }) => change.mutateAsync({ id, channel: "email", email }),
    onDone: () => passingNotices.show({ title: m.invoices_resent(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.invoices_resend()} submit={m.invoices_resend_submit()} form={form} onClose={onClose}>
      {customer.email === null && <p className="text-sm text-muted">{m.invoices_resend_no_email()}</p>}
      <TextField
        type="email"
        label={m.invoices_resend_email()}
        hint={m.invoices_resend_hint()}
        autoFocus
        required
        {...form.field("email")}
      />
    </EditForm>
  );
}
