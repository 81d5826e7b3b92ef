import * as z from "zod/mini";
import { endpoints, get, post, submission } from "~/platform/http/endpoint.server";
import { dubaiDate } from "~/platform/time";
import { ownCover } from "./entitlements/cover";
import { packageBook, packagePriceSchema } from "./package-price";
import { getPackageBook, planPackagePrice, withdrawPackagePrice } from "./package-prices.server";
import { listEntitlementsOfCustomer, listMyEntitlements } from "./queries.server";
import { contractRequestSchema } from "./schema";
import { submitContractRequest } from "./submissions.server";

/** Contract request form. */
export const packagesApi = endpoints("contract", [
  submission("/contracts/requests", {
    may: "contracts.request",
    summary: "Ask for an AMC contract; the office calls",
    description:
      "Send an Idempotency-Key: the same request is then answered the same for 24 hours and asks once. More than 3 " +
      "attempts in 60 seconds are refused (429).",
    body: contractRequestSchema,
    answer: z.object({ success: z.literal(true), contractId: z.uuid(), reference: z.string() }),
    refuses: ["unknown-package", "security-wrong", "security-expired", "key-reused", "rate-limited"],
    submit: submitContractRequest,
  }),

  get("/account/contract-covers", {
    may: "account.use",
    summary: "One's own homes that are under contract, with what it pays of a booking and what is left",
    answer: z.object({ covers: z.array(ownCover) }),
    private: true,
    run: async (ctx) => ({ covers: await listMyEntitlements(ctx) }),
  }),

  get("/admin/customers/{id}/contract-covers", {
    may: "bookings.manage",
    summary: "A customer's homes that are under contract, with what it pays of a booking and what is left",
    answer: z.object({ covers: z.array(ownCover) }),
    run: async (ctx, { id }) => ({ covers: await listEntitlementsOfCustomer(ctx, id) }),
  }),
]);

/** Package price administration. */
export const packagePricesApi = endpoints("package", [
  get("/admin/package-prices", {
    may: "prices.read",
    summary: "What the AMC packages cost: what was, what is in force and what is planned",
    description: "Of each kind of property the latest first. Money is AED a year including VAT, in fils.",
    answer: packageBook,
    run: (ctx) => getPackageBook(ctx),
  }),

  post("/admin/package-prices", {
    may: "prices.manage",
    summary: "Give a package another price from a day on; what was in force is kept",
    body: (now: Date) => packagePriceSchema(dubaiDate(now)),
    answer: packageBook,
    idempotent: true,
    run: planPackagePrice,
    refuses: ["unknown-package", "day-past", "day-taken", "unchanged"],
    reply: (ctx) => getPackageBook(ctx),
  }),

  post("/admin/package-prices/{id}/withdraw", {
    may: "prices.manage",
    summary: "Take back a price that begins today or later, unless somebody asked for a contract at it",
    answer: packageBook,
    run: (ctx, { id }) => withdrawPackagePrice(ctx, id),
    refuses: ["not-found", "in-force", "booked"],
    reply: (ctx) => getPackageBook(ctx),
  }),
]);
