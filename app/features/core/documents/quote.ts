import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { QuoteData } from "./document-data";
import { composeDocument, fact, passage, qrCodeBlock, total } from "./document-layout";
import { bilingual } from "./labels";
import { linesTable, lineTotals, sumOf } from "./lines";

/** Optional lines are drawn with tick boxes in their own table and left out of the total. */
export function quoteDocument(data: QuoteData): RenderableDocument {
  const { issueDate, validUntil, revision, place, seller, lines, depositFils, link } = data;
  const withVat = seller.trn !== null;
  const required = lines.filter(({ optional }) => !optional);
  const options = lines.filter(({ optional }) => optional);
  const facts = [
    ...(revision > 1 ? [fact("version", String(revision))] : []),
    fact("issueDate", formatDay(issueDate, "fullDate")),
    fact("validUntil", formatDay(validUntil, "fullDate")),
  ];
  const gross = sumOf(required, ({ grossFils }) => grossFils);
  const approving = depositFils
    ? m.document_approving_deposit({ deposit: formatAmount(depositFils) })
    : m.document_approving();
  return composeDocument(
    "quote",
    data,
    { title: bilingual("quote"), facts, place },
    {
      subject: bidiIsolate(data.subject),
      introduction: bidiIsolate(data.introduction),
      table: linesTable(required, withVat),
      amountsIn: bilingual(withVat ? "amountsWithVat" : "amounts"),
      totals: [
        ...lineTotals(required, withVat),
        ...(depositFils
          ? [total(bilingual("deposit"), depositFils), total(bilingual("afterDeposit"), gross - depositFils)]
          : []),
      ],
      options: options.length > 0 ? linesTable(options, false) : null,
      optionsTitle: bilingual("options"),
      optionsHint: m.document_options_hint(),
      terms: passage("terms", [data.terms, data.depositRule].filter(Boolean).join("\n")),
      approval: passage("approval", approving),
      sign: [bilingual("signName"), bilingual("signature"), bilingual("signDate")],
      code: qrCodeBlock(link, m.document_scan_to_answer()),
    },
  );
}
