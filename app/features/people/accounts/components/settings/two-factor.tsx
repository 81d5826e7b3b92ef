import { useState } from "react";
import { m } from "~/paraglide/messages";
import { refreshSession } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { qrCode } from "~/platform/text/qr";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { passingNotices } from "~/ui/overlay/toast-store";
import {
  confirmTwoFactor,
  devicesQuery,
  profileQuery,
  renewRecoveryCodes,
  setUpTwoFactor,
  turnOffTwoFactor,
} from "../../client";
import { codeSchema, passwordOnlySchema } from "../../schema";
import { PasswordField } from "../sign-in/password-field";
import { SettingsSection } from "./settings-section";

type Task = "turn-on" | "turn-off" | "codes";

/** Second factor: authenticator app and recovery codes. */
export function TwoFactor({ on }: { on: boolean }) {
  const [task, setTask] = useState<Task | null>(null);
  const close = () => setTask(null);
  return (
    <SettingsSection
      id="two-factor"
      title={m.account_two_factor()}
      lead={on ? m.account_two_factor_is_on() : m.account_two_factor_is_off()}
    >
      <div className="flex flex-wrap gap-2">
        {on ? (
          <>
            <Button tone="quiet" onClick={() => setTask("codes")}>
              {m.account_two_factor_new_codes()}
            </Button>
            <Button tone="plain" onClick={() => setTask("turn-off")}>
              {m.account_two_factor_turn_off()}
            </Button>
          </>
        ) : (
          <Button tone="quiet" onClick={() => setTask("turn-on")}>
            {m.account_two_factor_turn_on()}
          </Button>
        )}
      </div>
      <Dialog open={task !== null} onClose={close} title={m.account_two_factor()}>
        {task === "turn-on" && <EnableTwoFactor onDone={close} />}
        {task === "turn-off" && <DisableTwoFactor onDone={close} />}
        {task === "codes" && <NewCodes onDone={close} />}
      </Dialog>
    </SettingsSection>
  );
}

interface TaskProps {
  onDone: () => void;
}

function changed(notice: string) {
  for (const { queryKey } of [profileQuery, devicesQuery]) void queryClient.invalidateQueries({ queryKey });
  passingNotices.show({ title: notice, tone: "success" });
  refreshSession().catch(() => {});
}

function EnableTwoFactor({ onDone }: TaskProps) {
  const [secret, setSecret] = useState<{ totpUri: string; recoveryCodes: string[] } | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  if (!secret) {
    return (
      <PasswordForm onPassword={async (password) => setSecret(await setUpTwoFactor(password))}>
        {m.account_continue()}
      </PasswordForm>
    );
  }
  if (confirmed) return <RecoveryCodes codes={secret.recoveryCodes} onDone={onDone} />;
  return (
    <Scan
      totpUri={secret.totpUri}
      onConfirmed={() => {
        setConfirmed(true);
        changed(m.account_two_factor_turned_on());
      }}
    />
  );
}

function Scan({ totpUri, onConfirmed }: { totpUri: string; onConfirmed: () => void }) {
  const { errors, refusal, pending, formProps } = useForm({
    schema: codeSchema,
    async send({ code }) {
      await confirmTwoFactor(code.replaceAll(" ", ""));
      onConfirmed();
    },
  });
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p>{m.account_two_factor_scan()}</p>
      <QrCode text={totpUri} label={m.account_two_factor_qr()} />
      <p className="text-sm text-muted">
        <a
          href={totpUri}
          className="font-medium text-link underline underline-offset-4 hover:no-underline sm:hidden"
        >
          {m.account_two_factor_open_app()}
        </a>{" "}
        {m.account_two_factor_type()}
      </p>
      <code className="figures rounded bg-sunken p-3 text-sm break-all select-all">{secret}</code>
      <TextField
        label={m.account_code()}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        error={errors.code}
      />
      <Failure>{refusal?.message}</Failure>
      <Button type="submit" disabled={pending}>
        {m.account_two_factor_turn_on()}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p>{m.account_recovery_hint()}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded bg-sunken p-4 font-medium">
        {codes.map((code) => (
          <li key={code} className="figures select-all">
            {code}
          </li>
        ))}
      </ul>
      <Button onClick={onDone}>{m.account_recovery_saved()}</Button>
    </div>
  );
}

function DisableTwoFactor({ onDone }: TaskProps) {
  return (
    <PasswordForm
      onPassword={async (password) => {
        await turnOffTwoFactor(password);
        changed(m.account_two_factor_turned_off());
        onDone();
      }}
    >
      {m.account_two_factor_turn_off()}
    </PasswordForm>
  );
}

function NewCodes({ onDone }: TaskProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordForm onPassword={async (password) => setCodes(await renewRecoveryCodes(password))}>
      {m.account_two_factor_new_codes()}
    </PasswordForm>
  );
}

interface PasswordFormProps {
  onPassword: (password: string) => Promise<void>;
  children: string;
}

function PasswordForm({ onPassword, children }: PasswordFormProps) {
  const { errors, refusal, pending, formProps } = useForm({
    schema: passwordOnlySchema,
    send: ({ password }) => onPassword(password),
  });
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <PasswordField label={m.account_password_current()} error={errors.password} />
      <Failure>{refusal?.message}</Failure>
      <Button type="submit" disabled={pending}>
        {children}
      </Button>
    </form>
  );
}

/** QR code, dark on white in both themes, because many readers need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { path, viewBox } = qrCode(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={viewBox}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
