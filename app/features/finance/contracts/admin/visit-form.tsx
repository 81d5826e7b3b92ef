import { m } from "~/paraglide/messages";
import { addDays, dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { plannedKinds, remainingAmount } from "../../../core/packages/contract";
import { usePlanVisit } from "../admin-client";
import { labelForVisit } from "../labels";
import { extraVisitSchema } from "../schema";
import type { ContractDetail } from "../views";

/** Visit kinds with a remaining amount. */
export function remainingKinds({ balances }: Pick<ContractDetail, "balances">) {
  return plannedKinds.filter((kind) =>
    balances.some((one) => one.kind === kind && (remainingAmount(one) ?? 0) > 0),
  );
}

/** Plans a further visit, after a cancellation or a failed planning. */
export function VisitForm({ contract, onClose }: { contract: ContractDetail; onClose: () => void }) {
  const plan = usePlanVisit();
  const { id, version } = contract;
  const kinds = remainingKinds(contract);
  const tomorrow = addDays(dubaiDate(new Date()), 1);
  const form = useForm({
    initialValues: { kind: kinds[0] as string, day: tomorrow },
    schema: extraVisitSchema,
    send: (visit) => plan.mutateAsync({ id, version, ...visit }),
    next: onClose,
  });
  return (
    <EditForm label={m.contract_plan_visit()} submit={m.contract_plan_submit()} form={form} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label={m.contract_visit_kind()} autoFocus {...form.field("kind")}>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {labelForVisit(kind)}
            </option>
          ))}
        </Select>
        <DateField
          label={m.contract_visit_on()}
          hint={m.contract_visit_on_hint()}
          min={tomorrow}
          max={contract.endsOn ?? undefined}
          {...form.field("day")}
        />
      </div>
    </EditForm>
  );
}
