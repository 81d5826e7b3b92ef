import type { Ctx } from "~/platform/context";
import { DEFAULT_LOCALE, type Locale, localeOrDefault } from "~/platform/locale/locale";
import { findCustomerLanguage } from "../../core/customers/customer-language.server";

/** Language of replies; the default for an unknown sender. */
export async function localeOfCustomer(ctx: Ctx, customerId: string | null): Promise<Locale> {
  return customerId === null ? DEFAULT_LOCALE : localeOrDefault(await findCustomerLanguage(ctx, customerId));
}
