import type { Ctx } from "~/platform/context";
import { renderDocument } from "~/platform/documents/render.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { loadDocumentLogo } from "../../../core/business/logo.server";
import { findCustomerLanguage } from "../../../core/customers/customer-language.server";
import { statementDocument } from "../../../core/documents/statement";
import { currentBuyer, currentSeller } from "../../quotes/document/parties.server";
import { loadPaymentInstructions } from "../document.server";
import { labelForEntry } from "../labels";
import type { Statement } from "../views";

const noAgeing = { notDueFils: 0, to30Fils: 0, to60Fils: 0, to90Fils: 0, olderFils: 0 };

/**
 * Statement in the customer's language. `payAt` is the customer's payment page, or null
 * if there is none.
 */
export async function renderStatementPdf(
  ctx: Ctx,
  { customer, from, to, openingFils, entries, ageing, closingFils }: Statement,
  payAt: string | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const [seller, buyer, language] = await Promise.all([
    currentSeller(ctx),
    currentBuyer(ctx, { customerId: customer.id, propertyId: null }),
    findCustomerLanguage(ctx, customer.id),
  ]);
  return inLocale(localeOrDefault(language), async () =>
    renderDocument(
      ctx,
      statementDocument({
        issueDate: dubaiDate(ctx.now),
        seller,
        logo: await loadDocumentLogo(ctx),
        buyer,
        note: "",
        from,
        until: to,
        openingFils,
        entries: entries.map(({ date, kind, reference, amountFils }) => ({
          date,
          what: labelForEntry(kind),
          reference,
          amountFils,
        })),
        // The ageing is that of today, so it is left out of statements of earlier periods.
        ageing: to >= dubaiDate(ctx.now) ? ageing : noAgeing,
        paymentInstructions: closingFils > 0 ? await loadPaymentInstructions(ctx, payAt) : null,
      }),
    ),
  );
}
