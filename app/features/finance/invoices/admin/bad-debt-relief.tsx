import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate, formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Fact, Section } from "~/ui/section";
import { useClaimBadDebtRelief, useNotifyOfWriteOff } from "../admin-client";
import { labelForReliefObstacle } from "../labels";
import type { InvoiceDetail } from "../views";

/** Notice of a write-off, and the VAT that can be taken back. */
export function BadDebtRelief({ invoice }: { invoice: InvoiceDetail }) {
  const mayClaim = useMay("invoices.write-off");
  const { relief } = invoice;
  if (!relief) return null;
  const { notifiedOn, relievedFils, claimableVatFils, obstacle, from } = relief;
  return (
    <Section title={m.invoices_relief()}>
      <div className="flex flex-col gap-3 text-sm">
        <dl className="flex flex-col gap-1.5">
          {notifiedOn && <Fact name={m.invoices_relief_notified()}>{formatDay(notifiedOn, "fullDate")}</Fact>}
          {relievedFils > 0 && <Fact name={m.invoices_relief_taken()}>{formatExactMoney(relievedFils)}</Fact>}
          {claimableVatFils > 0 && (
            <Fact name={m.invoices_relief_claimable()}>{formatExactMoney(claimableVatFils)}</Fact>
          )}
        </dl>
        {claimableVatFils > 0 && obstacle && (
          <p className="text-muted">{labelForReliefObstacle(obstacle, from)}</p>
        )}
        {mayClaim && claimableVatFils > 0 && obstacle === "not-notified" && <Notice invoice={invoice} />}
        {mayClaim && claimableVatFils > 0 && obstacle === null && <Claim invoice={invoice} />}
      </div>
    </Section>
  );
}

function Notice({ invoice: { id, version, customer } }: { invoice: InvoiceDetail }) {
  const notify = useNotifyOfWriteOff();
  const [isLetter, setLetter] = useState(false);
  if (isLetter) return <LetterForm id={id} version={version} onClose={() => setLetter(false)} />;
  return (
    <>
      <ChangeRefused error={notify.error} />
      <div className="flex flex-wrap gap-2">
        {customer.email && (
          <Button
            size="small"
            tone="quiet"
            disabled={notify.isPending}
            onClick={() => notify.mutate({ id, version, sentBy: "email" })}
          >
            {m.invoices_notice_email()}
          </Button>
        )}
        <Button size="small" tone="quiet" onClick={() => setLetter(true)}>
          {m.invoices_notice_letter()}
        </Button>
      </div>
    </>
  );
}

function LetterForm({ id, version, onClose }: { id: string; version: number; onClose: () => void }) {
  const notify = useNotifyOfWriteOff();
  const form = useForm({
    initialValues: { sentOn: dubaiDate(new Date()) },
    send: ({ sentOn }) => notify.mutateAsync({ id, version, sentBy: "letter", sentOn }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.invoices_notice_letter()}
      submit={m.invoices_notice_letter()}
      form={form}
      onClose={onClose}
    >
      <DateField label={m.invoices_notice_letter_on()} required {...form.field("sentOn")} />
    </EditForm>
  );
}

function Claim({ invoice: { id, version, relief } }: { invoice: InvoiceDetail }) {
  const claim = useClaimBadDebtRelief();
  return (
    <>
      <ChangeRefused error={claim.error} />
      <Button
        size="small"
        className="self-start"
        disabled={claim.isPending}
        onClick={() => claim.mutate({ id, version })}
      >
        {m.invoices_relief_claim({ vat: formatExactMoney(relief?.claimableVatFils ?? 0) })}
      </Button>
    </>
  );
}
