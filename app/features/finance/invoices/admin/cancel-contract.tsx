import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import type { ContractDetail } from "../../contracts/views";
import { useCancelContract } from "../admin-client";

export function CancelContractForm({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const change = useCancelContract();
  const { id, version, state, unusedFils } = contract;
  const form = useForm({
    initialValues: { reason: "" },
    check: ({ reason }) =>
      reason.trim().length < 3
        ? { ok: false, errors: { reason: m.contract_error_reason() } }
        : { ok: true, input: { reason: reason.trim() } },
    send: (input) => change.mutateAsync({ id, version, ...input }),
    next: onClose,
  });
  return (
    <EditForm cancels label={m.contract_cancel()} submit={m.contract_cancel()} form={form} onClose={onClose}>
      <p className="text-sm text-muted">
        {state === "active"
          ? m.contract_cancel_hint({ price: formatExactMoney(unusedFils) })
          : m.contract_cancel_requested_hint()}
      </p>
      <TextArea label={m.contract_cancel_reason()} autoFocus required {...form.field("reason")} />
    </EditForm>
  );
}
