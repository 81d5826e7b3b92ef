import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney, parseMoney } from "~/platform/money";
import { daysBetween, dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { Select, TextArea, TextField } from "~/ui/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/toast-store";
import { discountOf, lineGross, spreadDiscount } from "../../pricing/document-lines";
import { parsePercent, parseQuantity, typedMoney } from "../../pricing/typed";
import { useDeleteDraft, useIssueInvoice, useSaveDraft } from "../admin-client";
import { ISSUE_WITHIN_DAYS } from "../invoice";
import { type InvoiceLine, sumsOfInvoice } from "../invoice-lines";
import type { DraftContent } from "../schema";
import type { InvoiceDetail } from "../views";

/** A line as it is typed. */
interface TypedLine {
  key: number;
  section: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  discount: string;
  serviceId: string | null;
  priceId: string | null;
  deductsId: string | null;
}

interface Values {
  lines: TypedLine[];
  discountKind: "none" | "amount" | "percent";
  discount: string;
  supplyDate: string;
  dueDate: string;
  note: string;
}

/** A draft, written and then issued. What is saved is the whole of it. */
export function DraftEditor({ draft, closePath }: { draft: InvoiceDetail; closePath: string }) {
  const save = useSaveDraft();
  const issue = useIssueInvoice();
  const mayManage = useMay("invoices.manage");
  const [today] = useState(() => dubaiDate(new Date()));
  const { id, version } = draft;
  // Which of the two buttons sent the form.
  const issues = useRef(false);
  const nextKey = useRef(draft.lines.length + 1);
  const form = useForm({
    start: startOf(draft),
    check: (values): Checked<DraftContent> => contentOf(values, draft),
    send: (draft): Promise<{ invoice: InvoiceDetail }> =>
      issues.current
        ? issue.mutateAsync({ id, version, draft })
        : save.mutateAsync({ id, version, ...draft }),
    onDone({ invoice: { reference } }) {
      const title = reference ? m.invoices_issued_told({ reference }) : m.invoices_draft_saved();
      passingNotices.show({ title, tone: "success" });
    },
  });
  const { lines, discountKind, supplyDate } = form.values;
  const late = supplyDate !== "" && daysBetween(supplyDate, today) > ISSUE_WITHIN_DAYS;
  const change = (key: number, part: Partial<TypedLine>) =>
    form.set({ lines: lines.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  const add = () => form.set({ lines: [...lines, { ...blankLine, key: nextKey.current++ }] });
  const working = form.pending ? m.admin_working() : null;

  return (
    <form
      {...form.formProps}
      aria-label={m.invoices_draft_form()}
      className="flex flex-col gap-4 px-4 py-4 lg:px-5"
    >
      <p className="text-sm">
        <Link to={`/admin/customers/${draft.customer.id}`} className="font-medium text-link hover:underline">
          <bdi>{draft.buyer.name}</bdi>
        </Link>
        <span className="block text-xs text-muted">
          <bdi>{draft.place ?? draft.buyer.address}</bdi>
        </span>
        {draft.buyer.trn && (
          <span className="figures block text-xs text-muted">{m.invoices_trn({ trn: draft.buyer.trn })}</span>
        )}
      </p>
      <ol className="flex flex-col gap-3">
        {lines.map((line, at) => (
          <li key={line.key}>
            {line.deductsId ? (
              <Deduction
                line={line}
                onRemove={() => form.set({ lines: lines.filter((one) => one !== line) })}
              />
            ) : (
              <LineFields
                line={line}
                at={at}
                errors={form.errors}
                disabled={!mayManage}
                onChange={(part) => change(line.key, part)}
                onRemove={() => form.set({ lines: lines.filter((one) => one !== line) })}
                onEnter={at === lines.length - 1 ? add : undefined}
              />
            )}
          </li>
        ))}
      </ol>
      <Button size="small" tone="quiet" className="self-start" onClick={add}>
        <Plus aria-hidden />
        {m.invoices_line_add()}
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Select label={m.invoices_discount()} {...form.field("discountKind")}>
          <option value="none">{m.invoices_discount_none()}</option>
          <option value="amount">{m.invoices_discount_amount()}</option>
          <option value="percent">{m.invoices_discount_percent()}</option>
        </Select>
        {discountKind !== "none" && (
          <TextField
            label={discountKind === "amount" ? m.invoices_amount() : m.invoices_percent()}
            inputMode="decimal"
            autoComplete="off"
            {...form.field("discount")}
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          type="date"
          label={m.invoices_supplied()}
          hint={late ? m.invoices_supply_late() : m.invoices_supply_hint()}
          max={today}
          {...form.field("supplyDate")}
        />
        <TextField
          type="date"
          label={m.invoices_due()}
          hint={m.invoices_due_hint()}
          min={today}
          {...form.field("dueDate")}
        />
      </div>
      <TextArea label={m.invoices_note()} optional={m.common_optional()} rows={2} {...form.field("note")} />
      <Totals values={form.values} draft={draft} />
      <ChangeRefused error={form.refusal} />
      {mayManage && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            size="small"
            disabled={form.pending}
            onClick={() => {
              issues.current = true;
            }}
          >
            {working ?? (draft.buyer.email ? m.invoices_issue_send() : m.invoices_issue())}
          </Button>
          <Button
            type="submit"
            size="small"
            tone="quiet"
            disabled={form.pending}
            onClick={() => {
              issues.current = false;
            }}
          >
            {m.invoices_draft_save()}
          </Button>
          <DeleteDraft draft={draft} closePath={closePath} />
        </div>
      )}
      {!draft.buyer.email && <p className="text-xs text-muted">{m.invoices_no_email()}</p>}
    </form>
  );
}

interface LineFieldsProps {
  line: TypedLine;
  at: number;
  errors: Record<string, string>;
  disabled: boolean;
  onChange: (part: Partial<TypedLine>) => void;
  onRemove: () => void;
  /** Of the last line: Enter begins the next. */
  onEnter: (() => void) | undefined;
}

function LineFields({ line, at, errors, disabled, onChange, onRemove, onEnter }: LineFieldsProps) {
  const error = (field: string) => errors[`lines.${at}.${field}`];
  const field = (name: "description" | "quantity" | "unit" | "price" | "discount") => ({
    value: line[name],
    disabled,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <fieldset
      className="flex flex-col gap-2 rounded border border-line bg-paper p-3"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !onEnter || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onEnter();
      }}
    >
      <legend className="sr-only">{m.invoices_line({ number: at + 1 })}</legend>
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 grow"
          label={m.invoices_line_description()}
          {...field("description")}
          // A new line is begun to be written.
          autoFocus={line.description === "" && at > 0}
          error={error("description")}
        />
        <button
          type="button"
          disabled={disabled}
          onClick={onRemove}
          aria-label={m.invoices_line_remove({ number: at + 1 })}
          className="grid size-11 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
      <div className="grid grid-cols-4 gap-2">
        <TextField
          label={m.invoices_quantity()}
          inputMode="decimal"
          {...field("quantity")}
          error={error("quantityHundredths")}
        />
        <TextField label={m.invoices_unit()} maxLength={20} {...field("unit")} error={error("unit")} />
        <TextField
          label={m.invoices_price()}
          inputMode="decimal"
          {...field("price")}
          error={error("unitFils")}
        />
        <TextField
          label={m.invoices_discount()}
          inputMode="decimal"
          {...field("discount")}
          error={error("discountFils")}
        />
      </div>
    </fieldset>
  );
}

/** A deposit that is taken off: as it was invoiced. */
function Deduction({ line, onRemove }: { line: TypedLine; onRemove: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 rounded border border-line bg-paper p-3 text-sm">
      <span className="min-w-0 break-words">{line.description}</span>
      <span className="flex items-center gap-2">
        <span className="figures">{formatExactMoney(-(parseMoney(line.price) ?? 0))}</span>
        <button
          type="button"
          onClick={onRemove}
          aria-label={m.invoices_deduction_remove()}
          className="grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </span>
    </div>
  );
}

/** What it comes to as it is typed, by the rules that issue it. */
function Totals({ values, draft }: { values: Values; draft: InvoiceDetail }) {
  const read = contentOf(values, draft);
  const total = read.ok ? totalOf(read.input, draft) : null;
  return (
    <dl aria-live="polite" className="figures ms-auto grid w-full max-w-64 grid-cols-2 gap-y-1 text-sm">
      {draft.seller.trn && (
        <>
          <dt className="text-muted">{m.invoices_net()}</dt>
          <dd className="text-end">{total ? formatExactMoney(total.netFils) : "–"}</dd>
          <dt className="text-muted">{m.invoices_vat()}</dt>
          <dd className="text-end">{total ? formatExactMoney(total.vatFils) : "–"}</dd>
        </>
      )}
      <dt className="border-t border-line pt-1 font-semibold">{m.invoices_total()}</dt>
      <dd className="border-t border-line pt-1 text-end font-semibold">
        {total ? formatExactMoney(total.grossFils) : "–"}
      </dd>
    </dl>
  );
}

function DeleteDraft({ draft: { id, version }, closePath }: { draft: InvoiceDetail; closePath: string }) {
  const remove = useDeleteDraft();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        size="small"
        tone="plain"
        disabled={remove.isPending}
        onClick={() =>
          asked
            ? remove.mutate(
                { id, version },
                { onSuccess: () => navigate(closePath, { preventScrollReset: true }) },
              )
            : setAsked(true)
        }
      >
        {asked ? m.invoices_draft_delete_sure() : m.invoices_draft_delete()}
      </Button>
      <ChangeRefused error={remove.error} />
    </>
  );
}

const blankLine: Omit<TypedLine, "key"> = {
  section: "",
  description: "",
  quantity: "1",
  unit: "",
  price: "",
  discount: "",
  serviceId: null,
  priceId: null,
  deductsId: null,
};

function startOf(draft: InvoiceDetail): Values {
  const lines = draft.lines.map(
    (line): TypedLine => ({
      key: line.position,
      section: line.section,
      description: line.description,
      quantity: String(line.quantityHundredths / 100),
      unit: line.unit,
      price: line.unitFils > 0 ? typedMoney(line.unitFils) : "",
      discount: line.discountFils > 0 ? typedMoney(line.discountFils) : "",
      serviceId: line.serviceId,
      priceId: line.priceId,
      deductsId: line.deductsId,
    }),
  );
  return {
    lines: lines.length > 0 ? lines : [{ ...blankLine, key: 0 }],
    discountKind: "none",
    discount: "",
    supplyDate: draft.supplyDate ?? "",
    dueDate: draft.dueDate ?? "",
    note: draft.note,
  };
}

/** What is typed as it is sent, or what of it cannot be. */
function contentOf(values: Values, draft: InvoiceDetail): Checked<DraftContent> {
  const errors: Record<string, string> = {};
  const lines = values.lines.map((line, at): InvoiceLine => {
    const { section, description, unit, serviceId, priceId, deductsId } = line;
    const rest = {
      section,
      description: description.trim(),
      unit: unit.trim(),
      serviceId,
      priceId,
      deductsId,
    };
    const quantity = deductsId ? -100 : parseQuantity(line.quantity);
    const unitFils = parseMoney(line.price);
    const discountFils = line.discount.trim() === "" ? 0 : parseMoney(line.discount);
    if (rest.description === "") errors[`lines.${at}.description`] = m.invoices_error_description();
    if (quantity === null) errors[`lines.${at}.quantityHundredths`] = m.invoices_error_quantity();
    if (unitFils === null) errors[`lines.${at}.unitFils`] = m.invoices_error_amount();
    if (discountFils === null) errors[`lines.${at}.discountFils`] = m.invoices_error_amount();
    else if (quantity && unitFils !== null && quantity > 0) {
      const whole = lineGross({ quantityHundredths: quantity, unitFils, discountFils: 0 });
      if (discountFils > whole) errors[`lines.${at}.discountFils`] = m.invoices_error_discount();
    }
    return {
      ...rest,
      quantityHundredths: quantity ?? 0,
      unitFils: unitFils ?? 0,
      discountFils: discountFils ?? 0,
    };
  });
  const discount = readDiscount(values);
  if (discount === null)
    errors.discount =
      values.discountKind === "percent" ? m.invoices_error_percent() : m.invoices_error_amount();
  if (Object.keys(errors).length > 0 || discount === null) return { ok: false, errors };
  return {
    ok: true,
    input: {
      propertyId: draft.propertyId,
      note: values.note,
      supplyDate: values.supplyDate || null,
      dueDate: values.dueDate || null,
      lines,
      discount,
    },
  };
}

function readDiscount({ discountKind, discount }: Values): DraftContent["discount"] | null {
  if (discountKind === "none") return { kind: "none" };
  if (discountKind === "amount") {
    const fils = parseMoney(discount);
    return fils === null ? null : { kind: "amount", fils };
  }
  const hundredths = parsePercent(discount);
  return hundredths === null ? null : { kind: "percent", hundredths };
}

function totalOf({ lines, discount }: DraftContent, draft: InvoiceDetail) {
  const gross = lines.map((line) => (line.deductsId ? 0 : lineGross(line)));
  const whole = gross.reduce((sum, fils) => sum + fils, 0);
  const parts = spreadDiscount(gross, discountOf(whole, discount));
  // Each deduction as the server has worked it out.
  const deposits = draft.lines.flatMap(({ deductsId, unitFils, vatFils }) =>
    deductsId
      ? [{ id: deductsId, totalFils: unitFils, vatFils: -vatFils, taken: { fils: 0, vatFils: 0 } }]
      : [],
  );
  const discounted = lines.map((line, at) => ({ ...line, discountFils: line.discountFils + parts[at]! }));
  return sumsOfInvoice(discounted, draft.seller.trn ? 5 : 0, deposits).total;
}
