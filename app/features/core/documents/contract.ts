import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { contractClauses } from "./contract-clauses";
import type { ContractData } from "./document-data";
import { composeDocument, fact, passage, type Table, total } from "./document-layout";
import { bilingual, inBothLanguages, vatLabel } from "./labels";

/** Annual maintenance contract. Without acceptance it ends with lines to sign on. */
export function contractDocument(data: ContractData): RenderableDocument {
  const { issueDate, version, from, until, packageName, paymentPlan, place, entitlements } = data;
  const { seller, priceFils, vatFils, vatPercent, instalments, terms, acceptance } = data;
  const withVat = seller.trn !== null;
  const table: Table = {
    columns: [
      { label: bilingual("included"), kind: "wide" },
      { label: bilingual("quantity"), kind: "amount" },
    ],
    rows: entitlements.map(({ what, quantity }) => ({
      cells: [bidiIsolate(what), quantity === null ? m.document_unlimited() : String(quantity)],
    })),
  };
  return composeDocument(
    "contract",
    data,
    {
      title: bilingual("contract"),
      facts: [
        ...(version > 1 ? [fact("version", String(version))] : []),
        fact("date", formatDay(issueDate, "fullDate")),
        fact("package", bidiIsolate(packageName)),
        fact("from", formatDay(from, "fullDate")),
        fact("until", formatDay(until, "fullDate")),
        fact("payment", bidiIsolate(paymentPlan)),
      ],
      place,
    },
    {
      table,
      totals: [
        ...(withVat
          ? [total(bilingual("totalNet"), priceFils - vatFils), total(vatLabel(vatPercent), vatFils)]
          : []),
        total(bilingual("totalAed"), priceFils, true),
      ],
      instalments:
        instalments.length > 0
          ? {
              columns: [
                { label: bilingual("dueDate"), kind: "text" },
                { label: bilingual("amount"), kind: "amount" },
              ],
              rows: instalments.map(({ dueDate, fils }) => ({
                cells: [formatDay(dueDate, "fullDate"), formatAmount(fils)],
              })),
            }
          : null,
      clausesTitle: bilingual("terms"),
      clauses: contractClauses(terms, withVat).map(inBothLanguages),
      acceptance: passage("acceptance", acceptance ? acceptanceText(acceptance) : m.document_accepting()),
      sign: acceptance ? [] : [bilingual("signName"), bilingual("signature"), bilingual("signDate")],
    },
  );
}

function acceptanceText({ name, day, method }: NonNullable<ContractData["acceptance"]>): string {
  const accepted = { name, day: formatDay(day, "fullDate") };
  return method === "paper" ? m.document_accepted_on_paper(accepted) : m.document_accepted(accepted);
}
