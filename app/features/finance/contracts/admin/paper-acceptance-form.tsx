import { m } from "~/paraglide/messages";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { useRecordAcceptance } from "../admin-client";
import { paperAcceptanceSchema } from "../schema";
import type { ContractDetail } from "../views";

/** Records that the customer signed the document on paper. */
export function PaperAcceptanceForm({
  contract: { id, agreementVersion, contactName },
  onClose,
}: {
  contract: ContractDetail;
  onClose: () => void;
}) {
  const record = useRecordAcceptance();
  const form = useForm({
    initialValues: { agreementVersion, name: contactName, reason: "" },
    schema: paperAcceptanceSchema,
    send: (acceptance) => record.mutateAsync({ id, ...acceptance }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.contract_paper_acceptance()}
      submit={m.contract_paper_submit()}
      form={form}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label={m.contract_paper_name()} maxLength={100} autoFocus {...form.field("name")} />
        <TextField label={m.contract_paper_reason()} maxLength={300} {...form.field("reason")} />
      </div>
    </EditForm>
  );
}
