import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { Select, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Dialog } from "~/ui/overlay/dialog";
import { passingNotices } from "~/ui/overlay/toast-store";
import { useRelease } from "../admin-client";
import type { OutboundPauseView } from "../views";

interface ReleaseDialogProps {
  held: NonNullable<OutboundPauseView["pause"]>;
  onClose: () => void;
}

/** Asks for the last issued numbers, which only people know, and whether to send waiting emails. */
export function ReleaseDialog({ held, onClose }: ReleaseDialogProps) {
  const release = useRelease();
  const form = useForm({
    initialValues: {
      lastInvoice: held.lastInvoice ?? "",
      lastCreditNote: held.lastCreditNote ?? "",
      mails: "send",
    },
    send: (values) => release.mutateAsync({ ...values, mails: values.mails === "drop" ? "drop" : "send" }),
    onDone: () => passingNotices.show({ title: m.backups_released(), tone: "success" }),
    next: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={m.backups_release_title()}>
      <form {...form.formProps} className="flex flex-col gap-4">
        <p className="text-sm text-muted">
          {m.backups_release_hint({ at: formatTime(held.restoredAt, "fullDateTime") })}
        </p>
        <TextField
          {...form.field("lastInvoice")}
          label={m.backups_release_invoice()}
          hint={m.backups_release_number_hint()}
          optional={m.settings_optional()}
          dir="ltr"
        />
        <TextField
          {...form.field("lastCreditNote")}
          label={m.backups_release_credit_note()}
          optional={m.settings_optional()}
          dir="ltr"
        />
        <Link
          to="/admin/activity/mails?state=queued"
          onClick={onClose}
          className="self-start text-sm text-link underline"
        >
          {m.backups_release_look()}
        </Link>
        <Select
          {...form.field("mails")}
          label={m.backups_release_choice({ count: held.mails })}
          hint={m.backups_release_choice_hint()}
        >
          <option value="send">{m.backups_release_send()}</option>
          <option value="drop">{m.backups_release_drop()}</option>
        </Select>
        <ChangeRefused error={form.refusal} />
        <div className="flex justify-end gap-2">
          <Button tone="quiet" size="small" onClick={onClose}>
            {m.common_close()}
          </Button>
          <Button type="submit" size="small" disabled={form.pending}>
            {form.pending ? m.admin_working() : m.backups_release()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
