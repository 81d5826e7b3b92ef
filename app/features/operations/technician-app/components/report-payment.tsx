import { m } from "~/paraglide/messages";
import { TextField } from "~/ui/form/field";
import { labelForSitePayment } from "../labels";
import { type SitePaymentMethod, sitePaymentMethods } from "../site-payment";

interface ReportPaymentProps {
  /** Empty: no payment. */
  method: SitePaymentMethod | "";
  /** Text as typed. */
  amount: string;
  error: string | undefined;
  onChange: (change: { paymentMethod?: SitePaymentMethod | ""; paymentAmount?: string }) => void;
}

/** Payment taken on site. */
export function ReportPayment({ method, amount, error, onChange }: ReportPaymentProps) {
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium">{m.technician_payment()}</legend>
        <p className="mb-1 text-sm text-muted">{m.technician_payment_hint()}</p>
        {(["", ...sitePaymentMethods] as const).map((choice) => (
          <label
            key={choice}
            className="flex min-h-14 items-center gap-3 rounded border-2 border-control bg-surface px-4 text-lg has-checked:border-accent has-checked:bg-brass-soft"
          >
            <input
              type="radio"
              name="paymentMethod"
              value={choice}
              checked={choice === method}
              onChange={() => onChange({ paymentMethod: choice })}
              className="size-6 shrink-0 accent-action"
            />
            <span>{choice ? labelForSitePayment(choice) : m.technician_payment_none()}</span>
          </label>
        ))}
      </fieldset>
      {method && (
        <TextField
          name="paymentAmount"
          label={m.technician_payment_amount()}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={amount}
          error={error}
          onChange={({ target }) => onChange({ paymentAmount: target.value })}
        />
      )}
    </>
  );
}
