import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { notices } from "~/ui/overlay/toast-store";
import { confirmSecondFactor } from "../../client";
import { codeSchema } from "../../schema";
import { AuthFrame } from "./auth-frame";

interface SecondFactorProps {
  onDone: () => void;
  /** Called when the pending step has expired or was not this user's. */
  onBack: () => void;
}

export function SecondFactor({ onDone, onBack }: SecondFactorProps) {
  const [kind, setKind] = useState<"totp" | "recovery">("totp");
  const { errors, pending, formProps } = useForm({
    schema: codeSchema,
    async send({ code }) {
      await confirmSecondFactor(kind, kind === "totp" ? code.replaceAll(" ", "") : code);
      onDone();
    },
    onFailure(description, error) {
      notices.show({ title: m.account_sign_in_error(), description, tone: "error" });
      if (error.reason === "sign-in-again") onBack();
    },
  });
  const recovery = kind === "recovery";

  return (
    <AuthFrame
      title={m.account_second_factor_title()}
      lead={recovery ? m.account_recovery_lead() : m.account_second_factor_lead()}
    >
      <form key={kind} {...formProps} className="flex flex-col gap-5">
        <TextField
          label={recovery ? m.account_recovery_code() : m.account_code()}
          name="code"
          autoComplete="one-time-code"
          inputMode={recovery ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          error={errors.code}
        />
        <Button type="submit" size="large" disabled={pending}>
          {m.account_sign_in()}
        </Button>
      </form>
      <div className="flex flex-wrap justify-between gap-2">
        <Button tone="plain" size="small" onClick={() => setKind(recovery ? "totp" : "recovery")}>
          {recovery ? m.account_use_app() : m.account_use_recovery()}
        </Button>
        <Button tone="plain" size="small" onClick={onBack}>
          {m.account_back_to_sign_in()}
        </Button>
      </div>
    </AuthFrame>
  );
}
