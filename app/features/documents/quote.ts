import { m } from "~/paraglide/messages";
import type { DocumentToDraw } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { both } from "./labels";
import { linesTable, lineTotals, sumOf } from "./lines";
import type { QuotePaper } from "./paper";
import { fact, onSheet, passage, shownCode, total } from "./sheet";

/** A quote: its total without the optional lines, which are shown with boxes to tick, and what approving it means. */
export function quoteDocument(paper: QuotePaper): DocumentToDraw {
  const { issueDate, validUntil, revision, place, seller, lines, depositFils, link } = paper;
  const withVat = seller.trn !== null;
  const wanted = lines.filter(({ optional }) => !optional);
  const options = lines.filter(({ optional }) => optional);
  const facts = [
    ...(revision > 1 ? [fact("version", String(revision))] : []),
    fact("issueDate", formatDay(issueDate, "fullDate")),
    fact("validUntil", formatDay(validUntil, "fullDate")),
  ];
  const gross = sumOf(wanted, ({ grossFils }) => grossFils);
  const approving = depositFils
    ? m.document_approving_deposit({ deposit: formatAmount(depositFils) })
    : m.document_approving();
  return onSheet(
    "quote",
    paper,
    { title: both("quote"), facts, place },
    {
      subject: bidiIsolate(paper.subject),
      introduction: bidiIsolate(paper.introduction),
      table: linesTable(wanted, withVat),
      amountsIn: both(withVat ? "amountsWithVat" : "amounts"),
      totals: [
        ...lineTotals(wanted, withVat),
        ...(depositFils
          ? [total(both("deposit"), depositFils), total(both("afterDeposit"), gross - depositFils)]
          : []),
      ],
      options: options.length > 0 ? linesTable(options, false) : null,
      optionsTitle: both("options"),
      optionsHint: m.document_options_hint(),
      terms: passage("terms", [paper.terms, paper.depositRule].filter(Boolean).join("\n")),
      approval: passage("approval", approving),
      sign: [both("signName"), both("signature"), both("signDate")],
      code: shownCode(link, m.document_scan_to_answer()),
    },
  );
}
