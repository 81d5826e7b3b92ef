import Link2 from "lucide-react/icons/link-2";
import Mail from "lucide-react/icons/mail";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { ShareLinkDialog } from "../../../core/documents/components/share-link";
import { useReplaceInvoiceLink, useResendInvoice } from "../admin-client";
import { recipientSchema } from "../schema";
import type { InvoiceDetail } from "../views";

/** Opens the form that emails the invoice again, and shows its link to share it otherwise. */
export function ResendButtons({ invoice, onEmail }: { invoice: InvoiceDetail; onEmail: () => void }) {
  const change = useResendInvoice();
  const replacement = useReplaceInvoiceLink();
  const [url, setUrl] = useState<string | null>(null);
  const { id, reference, customer } = invoice;
  const name = bidiIsolate(customer.name);

  async function showLink() {
    const answer = await change.mutateAsync({ id, channel: "link" }).catch(() => null);
    if (answer) setUrl(answer.url);
  }

  return (
    <>
      <Button size="small" tone="quiet" onClick={onEmail}>
        <Mail aria-hidden />
        <span>{m.invoices_resend()}</span>
      </Button>
      <Button size="small" tone="quiet" disabled={change.isPending} onClick={() => void showLink()}>
        <Link2 aria-hidden />
        <span>{m.invoices_link_show()}</span>
      </Button>
      <ChangeRefused error={change.error} />
      <ShareLinkDialog
        title={m.invoices_link_title()}
        hint={m.invoices_link_hint()}
        copyLabel={m.invoices_link_copy()}
        url={url}
        phone={customer.phone}
        whatsappText={(url) => m.invoices_link_whatsapp({ name, reference: reference ?? "", url })}
        replacement={replacement}
        onReplace={() => replacement.mutate({ id }, { onSuccess: (answer) => setUrl(answer.url) })}
        onClose={() => setUrl(null)}
      />
    </>
  );
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
