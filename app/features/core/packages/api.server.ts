import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { endpoints, get, post, submission } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { coveredProperty } from "./entitlements/apply-entitlements";
import { packageBook, packagePriceSchema, packageTextsSchema } from "./package-price";
import { editPackage, getPackageBook, planPackagePrice, withdrawPackagePrice } from "./package-prices.server";
import { listEntitlementsOfCustomer, listMyEntitlements } from "./queries.server";
import { contractRequestSchema } from "./schema";
import { submitContractRequest } from "./submissions.server";

export const packagesApi = endpoints("contract", [
  submission("/contracts/requests", {
    operationId: "requestContract",
    may: "contracts.request",
    summary: "Request an AMC contract",
    description:
      "Send an Idempotency-Key: a repeated request gets the same response for 24 hours and is stored once. More than 3 " +
      "attempts in 60 seconds are refused (429). `customerId`: the office's choice if several customers have the phone; " +
      "ignored for others.",
    body: contractRequestSchema,
    answer: z.object({ success: z.literal(true), contractId: z.uuid(), reference: z.string() }),
    refuses: [
      ...(["unknown-package", "customer-ambiguous"] as const),
      ...(["security-wrong", "security-expired", "key-reused", "rate-limited"] as const),
    ],
    submit: submitContractRequest,
  }),

  get("/account/covered-properties", {
    may: "account.use",
    summary: "Properties of the signed-in customer under contract, with cover and remaining entitlements",
    answer: z.object({ properties: z.array(coveredProperty) }),
    private: true,
    run: async (ctx) => ({ properties: await listMyEntitlements(ctx) }),
  }),

  get("/admin/customers/{id}/covered-properties", {
    may: "bookings.manage",
    summary: "Properties of a customer under contract, with cover and remaining entitlements",
    answer: z.object({ properties: z.array(coveredProperty) }),
    run: async (ctx, { id }) => ({ properties: await listEntitlementsOfCustomer(ctx, id) }),
  }),
]);

export const packagePricesApi = endpoints("package", [
  get("/admin/package-prices", {
    may: "prices.read",
    summary: "AMC package prices: past, current and planned",
    description: "Newest first per property type. Amounts are AED per year including VAT, in fils.",
    answer: packageBook,
    run: (ctx) => getPackageBook(ctx),
  }),

  post("/admin/package-prices", {
    may: "prices.manage",
    summary: "Set a package price from a day; earlier prices are kept",
    body: (now: Date) => packagePriceSchema(dubaiDate(now)),
    answer: packageBook,
    idempotent: true,
    run: planPackagePrice,
    refuses: ["unknown-package", "day-past", "day-taken", "unchanged"],
    reply: (ctx) => getPackageBook(ctx),
  }),

  post("/admin/packages/{id}/edit", {
    may: "prices.manage",
    summary: "Change the name and summary of a package in English and Arabic",
    description: "`version`: of the package in the price book; refused if its texts were changed since.",
    params: { id: z.string() },
    body: z.extend(packageTextsSchema, {
      version: z.int32({ error: () => m.pricing_package_error_stale() }),
    }),
    answer: packageBook,
    run: (ctx, { id, version, ...texts }) => editPackage(ctx, { packageId: id, version }, texts),
    refuses: ["not-found", "stale"],
    reply: (ctx) => getPackageBook(ctx),
  }),

  post("/admin/package-prices/{id}/withdraw", {
    may: "prices.manage",
    summary: "Withdraw a price from today or later, unless a contract was requested at it",
    answer: packageBook,
    run: (ctx, { id }) => withdrawPackagePrice(ctx, id),
    refuses: ["not-found", "in-force", "booked"],
    reply: (ctx) => getPackageBook(ctx),
  }),
]);
