import { m } from "~/paraglide/messages";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Fact } from "~/ui/section";
import { accessFacts } from "../../../access/components/access-facts";
import { AccessFields, checkAccess, type TypedAccess, typedOf } from "../../../access/components/access-form";
import { PermitFile } from "../../../access/components/permit-file";
import type { AccessInput } from "../../../access/schema";
import type { AccessView } from "../../../access/views";

/** Known access details with office labels. */
export function KnownAccess({ access }: { access: AccessView }) {
  const facts = accessFacts(access, { permitHref: (fileId) => `/api/files/${fileId}` });
  if (facts.length === 0) return <p className="text-sm text-muted">{m.access_nothing()}</p>;
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      {facts.map(({ name, what }) => (
        <Fact key={name} name={name}>
          {what}
        </Fact>
      ))}
    </dl>
  );
}

interface Typed extends TypedAccess {
  permitFileId: string | null;
  onlyThisBooking: boolean;
}
type Written = AccessInput & Pick<Typed, "permitFileId" | "onlyThisBooking">;

interface FormProps {
  access: AccessView;
  /** True if stored for one booking only; null if there is no booking. */
  own: boolean | null;
  send: (written: Written) => Promise<unknown>;
  onClose: () => void;
}

/** Form for access details with the permit file. */
export function AccessForm({ access, own, send, onClose }: FormProps) {
  const form: Form<Typed> = useForm({
    initialValues: { ...typedOf(access), permitFileId: access.permitFileId, onlyThisBooking: own ?? false },
    check(typed: Typed): Checked<Written> {
      const checked = checkAccess(typed);
      if (!checked.ok) return checked;
      const { onlyThisBooking } = typed;
      const permitFileId = typed.permitNeeded ? typed.permitFileId : null;
      return { ok: true, input: { ...checked.input, permitFileId, onlyThisBooking } };
    },
    send,
    onDone: () => passingNotices.show({ title: m.access_saved(), tone: "success" }),
    next: onClose,
  });
  const { values } = form;
  return (
    <EditForm label={m.access_edit()} submit={m.admin_save()} form={form} onClose={onClose}>
      <AccessFields form={form} />
      {values.permitNeeded && (
        <PermitFile
          value={values.permitFileId}
          onChange={(permitFileId) => form.set({ permitFileId })}
          error={form.errors.permitFileId}
        />
      )}
      {own !== null && (
        <CheckLine
          checked={values.onlyThisBooking}
          onChange={(onlyThisBooking) => form.set({ onlyThisBooking })}
        >
          {m.access_only_this()}
        </CheckLine>
      )}
    </EditForm>
  );
}
