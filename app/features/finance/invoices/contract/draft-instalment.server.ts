import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate, formatDay } from "~/platform/time";
import type { Instalment } from "../../../core/packages/instalments";
import { labelForProperty } from "../../../core/packages/labels";
import type { AgreedContract } from "../../contracts/lock-contract.server";
import { createDraft } from "../draft/create-draft.server";
import type { InvoiceLine } from "../draft/invoice-lines";

/**
 * One tax invoice per instalment. Its due date is the tax point, unless it is invoiced or paid earlier
 * (docs/domain.md, "Packages and contracts"). The caller must have locked the contract.
 */
export async function draftInstalment(
  ctx: Ctx,
  contract: AgreedContract,
  { number, dueDate, startsOn, endsOn, fils }: Instalment,
  count: number,
) {
  const today = dubaiDate(ctx.now);
  const line = await contractLine(ctx, { ...contract, startsOn, endsOn, priceFils: fils }, (period) =>
    m.invoices_line_of_instalment({ ...period, number, count }),
  );
  return createDraft(ctx, {
    from: "contract",
    customerId: contract.customerId,
    propertyId: contract.propertyId,
    contractId: contract.id,
    instalment: number,
    language: contract.language,
    supplyDate: dueDate <= today ? dueDate : null,
    dueDate: dueDate < today ? today : dueDate,
    lines: [line],
  });
}

/** A contract's price for a period as one line, described in the customer's language. */
export async function contractLine(
  ctx: Ctx,
  contract: AgreedContract,
  describe: (contract: { reference: string; name: string; home: string; from: string; to: string }) => string,
): Promise<InvoiceLine> {
  const { name } = await ctx.db
    .selectFrom("packages")
    .select(inLocale(localeOrDefault(contract.language), () => textInReaderLanguage("name").as("name")))
    .where("id", "=", contract.packageId)
    .executeTakeFirstOrThrow();
  const { reference, propertyType, startsOn, endsOn, language } = contract;
  const description = inLocale(localeOrDefault(language), () =>
    describe({
      reference,
      name: bidiIsolate(name),
      home: labelForProperty(propertyType),
      from: formatDay(startsOn, "fullDate"),
      to: formatDay(endsOn, "fullDate"),
    }),
  );
  return {
    ...{ section: "", description, quantityHundredths: 100, unit: "", unitFils: contract.priceFils },
    ...{ discountFils: 0, serviceId: null, priceId: null, deductsId: null, partContractId: null },
    vatTreatment: "standard",
  };
}
