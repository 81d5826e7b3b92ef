import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { toWesternNumber } from "~/platform/text/numerals";
import { daysBetween, dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { AutosaveStatus, UnsavedReason } from "~/ui/form/autosave-status";
import { DateField } from "~/ui/form/date-field";
import { TextArea, TextField } from "~/ui/form/field";
import { type AutosaveState, useAutosavedDraft } from "~/ui/form/use-autosaved-draft";
import { pressedKey } from "~/ui/hooks/latin-key";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { MissingLetters, useMissingLetters } from "../../../core/documents/components/missing-letters";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { LineEditor } from "../../../core/pricing/admin/line-editor";
import type { PartTerms } from "../../../core/pricing/part";
import { parseDiscount, type Row, withDiscount } from "../../../core/pricing/typed-lines";
import { offeredPricesQuery } from "../../quotes/admin-client";
import { invoiceQuery, send, useDeleteDraft, useIssueInvoice } from "../admin-client";
import {
  draftSums,
  draftVatPercent,
  type InvoiceForm,
  parseInvoiceForm,
  toInvoiceForm,
} from "../draft/draft-form";
import { ISSUE_WITHIN_DAYS, needsSupplyReason } from "../invoice";
import type { DraftContent } from "../schema";
import type { InvoiceDetail } from "../views";
import { MissingForEInvoice } from "./e-invoice";
import { InvoiceTotals } from "./invoice-totals";

interface DraftEditorProps {
  draft: InvoiceDetail;
  closePath: string;
}

/** Editor of a draft. Saves while typing. */
export function DraftEditor({ draft, closePath }: DraftEditorProps) {
  const { id, propertyId } = draft;
  const queryClient = useQueryClient();
  const { data: book, isError: bookFailed } = useQuery(offeredPricesQuery(draft.language));
  const mayManage = useMay("invoices.manage");
  const [today] = useState(() => dubaiDate(new Date()));
  const autosaved = useAutosavedDraft({
    store: `draft of invoice ${id}`,
    stored: toInvoiceForm(draft),
    version: draft.version,
    read: (typed: InvoiceForm) => parseInvoiceForm(typed, propertyId),
    async save(content: DraftContent, version) {
      const answer = await send("/admin/invoices/{id}/draft", { id, version, ...content });
      queryClient.setQueryData(invoiceQuery(id).queryKey, answer);
      return answer.invoice.version;
    },
    async reload() {
      const { invoice } = await queryClient.fetchQuery({ ...invoiceQuery(id), staleTime: 0 });
      return invoice.state === "draft" ? { version: invoice.version, typed: toInvoiceForm(invoice) } : null;
    },
  });
  const { typed, set, errors } = autosaved;
  const field = (name: "supplyDate" | "dueDate" | "note") => ({
    value: typed[name],
    error: errors[name],
    disabled: !mayManage,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const missingLetters = useMissingLetters([draft.seller, draft.buyer, draft.propertyAddress, typed]);
  const daysSinceSupply = typed.supplyDate === "" ? 0 : daysBetween(typed.supplyDate, today);
  const supplyHint = () => {
    if (daysSinceSupply > ISSUE_WITHIN_DAYS) return m.invoices_supply_late();
    if (!draft.supplyDateFixed) return m.invoices_supply_hint();
    return draft.instalment === null ? m.invoices_supply_fixed() : m.invoices_supply_of_instalment();
  };

  return (
    <section aria-label={m.invoices_draft_form()} className="flex flex-col gap-4 px-4 py-4 lg:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 text-sm">
          <Link
            to={`/admin/customers/${draft.customer.id}`}
            className="font-medium text-link hover:underline"
          >
            <bdi>{draft.buyer.name}</bdi>
          </Link>
          <span className="block text-xs text-muted">
            <bdi>{placeInReaderLanguage(draft.propertyAddress ?? draft.buyer.address)}</bdi>
          </span>
          {draft.buyer.trn && (
            <span className="figures block text-xs text-muted">
              {m.invoices_trn({ trn: draft.buyer.trn })}
            </span>
          )}
        </p>
        {mayManage && <AutosaveStatus draft={autosaved} />}
      </div>
      <LineEditor
        kind="invoice"
        rows={typed.rows}
        errors={errors}
        offered={book?.prices ?? (bookFailed ? [] : undefined)}
        parts={draft.parts}
        onChange={(rows) => set({ rows })}
      />
      {errors.lines && <p className="text-sm text-error">{errors.lines}</p>}
      <TotalDiscount rows={typed.rows} parts={draft.parts} onChange={(rows) => set({ rows })} />
      <Totals content={autosaved.draft} draft={draft} />
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label={m.invoices_supplied()}
          hint={supplyHint()}
          max={today}
          {...field("supplyDate")}
          disabled={!mayManage || draft.supplyDateFixed}
        />
        <DateField label={m.invoices_due()} hint={m.invoices_due_hint()} min={today} {...field("dueDate")} />
      </div>
      <TextArea label={m.invoices_note()} optional={m.common_optional()} rows={2} {...field("note")} />
      {draft.eInvoice && draft.eInvoice.missing.length > 0 && (
        <MissingForEInvoice invoice={draft} missing={draft.eInvoice.missing} />
      )}
      <MissingLetters letters={missingLetters} />
      {mayManage && (
        <IssueActions
          draft={draft}
          flush={autosaved.flush}
          autosave={autosaved.autosave}
          acceptMissingLetters={missingLetters.length > 0}
          askSupplyReason={needsSupplyReason(draft, { supplyDate: typed.supplyDate || today, today })}
        >
          <DeleteDraft draft={draft} flush={autosaved.flush} closePath={closePath} />
        </IssueActions>
      )}
      {!draft.buyer.email && <p className="text-xs text-muted">{m.invoices_no_email()}</p>}
    </section>
  );
}

/** Saves pending changes and returns the version to continue from; null if they are not saved. */
type Flush = () => Promise<number | null>;

interface IssueProps {
  draft: InvoiceDetail;
  flush: Flush;
  autosave: AutosaveState;
  /** The form shows the warning. */
  acceptMissingLetters: boolean;
  /** The supply is long ago (`needsSupplyReason`). */
  askSupplyReason: boolean;
  children: ReactNode;
}

function IssueActions({
  draft,
  flush,
  autosave,
  acceptMissingLetters,
  askSupplyReason,
  children,
}: IssueProps) {
  const issue = useIssueInvoice();
  const [supplyReason, setSupplyReason] = useState("");
  const [isUnsaved, setUnsaved] = useState(false);

  async function submit() {
    const version = await flush();
    setUnsaved(version === null);
    if (version === null) return;
    issue.mutate(
      {
        id: draft.id,
        version,
        acceptMissingLetters,
        ...(askSupplyReason && { supplyReason }),
      },
      {
        onSuccess: ({ invoice }) =>
          passingNotices.show({
            title: m.invoices_issued_toast({ reference: invoice.reference ?? "" }),
            tone: "success",
          }),
      },
    );
  }

  return (
    <div className="flex flex-col gap-3">
      <ChangeRefused error={issue.error} />
      {isUnsaved && <UnsavedReason autosave={autosave} />}
      {askSupplyReason && (
        <TextField
          label={m.invoices_supply_reason()}
          required
          maxLength={300}
          value={supplyReason}
          onChange={({ target }) => setSupplyReason(target.value)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" disabled={issue.isPending} onClick={() => void submit()}>
          {issue.isPending ? m.admin_working() : issueLabel(draft, acceptMissingLetters)}
        </Button>
        {children}
      </div>
    </div>
  );
}

function issueLabel({ buyer }: InvoiceDetail, despiteWarning: boolean): string {
  if (despiteWarning) return buyer.email ? m.invoices_issue_send_anyway() : m.invoices_issue_anyway();
  return buyer.email ? m.invoices_issue_send() : m.invoices_issue();
}

interface TotalDiscountProps {
  rows: readonly Row[];
  parts: PartTerms | null;
  onChange: (rows: Row[]) => void;
}

/** Distributes an amount or a percentage over the lines, where it remains visible and editable. */
function TotalDiscount({ rows, parts, onChange }: TotalDiscountProps) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  function apply() {
    const discount = parseDiscount(typed);
    setWrong(discount === null);
    if (discount) onChange(withDiscount(rows, discount, parts));
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        className="w-44"
        label={m.invoices_discount_whole()}
        placeholder={m.invoices_discount_example()}
        inputMode="text"
        autoComplete="off"
        value={typed}
        error={wrong ? m.invoices_error_whole_discount() : undefined}
        onChange={({ target }) => setTyped(toWesternNumber(target.value))}
        onKeyDown={(event) => pressedKey(event) === "Enter" && apply()}
      />
      <Button tone="quiet" onClick={apply}>
        {m.invoices_discount_lay()}
      </Button>
    </div>
  );
}

function Totals({ content, draft }: { content: DraftContent; draft: InvoiceDetail }) {
  const { document, total } = draftSums(content, draft);
  const percent = draftVatPercent(draft, content.supplyDate);
  return (
    <div aria-live="polite">
      <InvoiceTotals
        sums={document}
        vatLabel={draft.seller.trn ? m.invoices_vat_at({ percent }) : null}
        vatFils={total.vatFils}
        totalFils={total.grossFils}
      />
    </div>
  );
}

function DeleteDraft({ draft: { id, version }, flush, closePath }: DraftEditorProps & { flush: Flush }) {
  const remove = useDeleteDraft();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  // Invalid changes are discarded with the draft.
  const submit = async () =>
    remove.mutate(
      { id, version: (await flush()) ?? version },
      { onSuccess: () => navigate(closePath, { preventScrollReset: true }) },
    );
  return (
    <>
      <Button
        size="small"
        tone="plain"
        disabled={remove.isPending}
        onClick={() => (isConfirming ? void submit() : setConfirming(true))}
      >
        {isConfirming ? m.invoices_draft_delete_sure() : m.invoices_draft_delete()}
      </Button>
      <ChangeRefused error={remove.error} />
    </>
  );
}
