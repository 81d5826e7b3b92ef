import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { clearSession } from "~/platform/auth/session";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { notices } from "~/ui/overlay/toast-store";
import { deleteAccount } from "../../client";
import { passwordOnlySchema } from "../../schema";
import { PasswordField } from "../sign-in/password-field";
import { SettingsSection } from "./settings-section";

export function DeleteAccount() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const deleted = useRef(false);
  // Runs after this page is gone, because its guard would redirect to the sign-in.
  useEffect(
    () => () => {
      if (deleted.current) clearSession();
    },
    [],
  );
  const { errors, refusal, pending, formProps } = useForm({
    schema: passwordOnlySchema,
    async send({ password }) {
      await deleteAccount(password);
      deleted.current = true;
      notices.show({ title: m.account_deleted(), tone: "success" });
      navigate("/", { replace: true });
    },
  });
  return (
    <SettingsSection id="delete" title={m.account_delete()} lead={m.account_delete_lead()}>
      <Button tone="quiet" className="self-start" onClick={() => setOpen(true)}>
        {m.account_delete()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.account_delete_title()}>
        <form {...formProps} className="flex flex-col gap-5">
          <p>{m.account_delete_warning()}</p>
          <PasswordField label={m.account_password_current()} error={errors.password} />
          <Failure>{refusal?.message}</Failure>
          <div className="flex flex-wrap justify-end gap-3">
            <Button tone="quiet" onClick={() => setOpen(false)}>
              {m.account_delete_cancel()}
            </Button>
            <Button type="submit" disabled={pending}>
              {m.account_delete_now()}
            </Button>
          </div>
        </form>
      </Dialog>
    </SettingsSection>
  );
}
