import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";
import { arabicTextField } from "~/platform/text/arabic-text";
import { requiredTextField } from "~/platform/text/required-text";
import { effectiveFrom, priceFils } from "../pricing/schema";
import { propertyTypes } from "./contract";

/** Texts of packages and their annual prices in fils including VAT. Days are Dubai's. */

export const packageBook = z.object({
  packages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null falls back to English. */
      nameAr: z.nullable(z.string()),
      summary: z.string(),
      summaryAr: z.nullable(z.string()),
      /** Version of the texts, sent back with their change. */
      version: z.int(),
      active: z.boolean(),
      prices: z.array(
        z.object({
          id: z.uuid(),
          propertyType: z.enum(propertyTypes),
          fils: z.int(),
          effectiveFrom: z.string(),
          /** True from today on. A withdrawal is still refused if a contract uses the price. */
          canWithdraw: z.boolean(),
        }),
      ),
    }),
  ),
});
export type PackageBook = z.output<typeof packageBook>;
export type PackagePriceEntry = PackageBook["packages"][number]["prices"][number];

export const packagePriceSchema = (today: string) =>
  z.object({
    packageId: z.string().check(z.maxLength(80)),
    propertyType: z.enum(propertyTypes),
    fils: priceFils.check(z.minimum(1, { error: () => m.admin_price_error_money() })),
    effectiveFrom: effectiveFrom(today),
  });
export const packageTextsSchema = z.object({
  name: requiredTextField(40),
  nameAr: arabicTextField(40),
  summary: requiredTextField(300),
  summaryAr: arabicTextField(300),
});
export type PackageTexts = z.output<typeof packageTextsSchema>;

export type PlannedPackagePrice = z.output<ReturnType<typeof packagePriceSchema>>;

declare module "~/platform/events/events" {
  interface Events {
    "package.edited": Silent;
    /** The subject of both is the price. */
    "package.price-planned": Silent<{ packageId: string; propertyType: string; effectiveFrom: string }>;
    "package.price-withdrawn": Silent<{ packageId: string; propertyType: string; effectiveFrom: string }>;
  }
}
