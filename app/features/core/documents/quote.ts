import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { QuoteData } from "./document-data";
import { composeDocument, fact, passage, qrCodeBlock, type Total, total } from "./document-layout";
import { bilingual } from "./labels";
import { linesTable, lineTotals, showsVat, sumOf } from "./lines";

/**
 * While the quote can be answered, optional lines are drawn with tick boxes in their own table and left out of the
 * total. Afterwards, approval replaces the lines to sign on.
 */
export function quoteDocument(data: QuoteData): RenderableDocument {
  const { issueDate, validUntil, revision, place, seller, lines, state, approval, depositFils, link } = data;
  const withVat = showsVat(seller, lines);
  const required = lines.filter(({ optional }) => !optional);
  // Options that were not ticked are no part of what was approved.
  const options = approval ? [] : lines.filter(({ optional }) => optional);
  const isOpen = state === "" && approval === null;
  const facts = [
    ...(revision > 1 ? [fact("version", String(revision))] : []),
    fact("issueDate", formatDay(issueDate, "fullDate")),
    fact("validUntil", formatDay(validUntil, "fullDate")),
    ...(state ? [fact("state", state)] : []),
  ];
  return composeDocument(
    "quote",
    data,
    { title: bilingual("quote"), facts, place },
    {
      subject: bidiIsolate(data.subject),
      introduction: bidiIsolate(data.introduction),
      // Without required lines, the total depends on the answer.
      table: required.length > 0 ? linesTable(required, withVat) : null,
      amountsIn: bilingual(withVat ? "amountsWithVat" : "amounts"),
      totals: required.length > 0 ? quoteTotals(required, { withVat, depositFils }) : [],
      options: options.length > 0 ? linesTable(options, false) : null,
      optionsTitle: bilingual("options"),
      optionsHint: isOpen
        ? required.length > 0
          ? m.document_options_hint()
          : m.document_options_only_hint()
        : "",
      terms: passage("terms", [data.terms, data.depositRule].filter(Boolean).join("\n")),
      approval: passage("approval", isOpen ? approvalTerms(data) : approvalText(approval)),
      sign: isOpen ? [bilingual("signName"), bilingual("signature"), bilingual("signDate")] : [],
      code: qrCodeBlock(link, m.document_scan_to_answer()),
    },
  );
}

function quoteTotals(
  required: QuoteData["lines"],
  { withVat, depositFils }: { withVat: boolean; depositFils: number },
): Total[] {
  const gross = sumOf(required, ({ grossFils }) => grossFils);
  return [
    ...lineTotals(required, withVat),
    ...(depositFils
      ? [total(bilingual("deposit"), depositFils), total(bilingual("afterDeposit"), gross - depositFils)]
      : []),
  ];
}

function approvalTerms({ lines, depositPercent, depositFils }: QuoteData): string {
  // The ticked options raise the deposit.
  if (depositPercent > 0 && lines.some(({ optional }) => optional))
    return m.document_approving_deposit_percent({ percent: depositPercent });
  return depositFils
    ? m.document_approving_deposit({ deposit: formatAmount(depositFils) })
    : m.document_approving();
}

function approvalText(approval: QuoteData["approval"]): string {
  if (!approval) return "";
  return m.document_approved({ name: bidiIsolate(approval.by), day: formatDay(approval.day, "fullDate") });
}
