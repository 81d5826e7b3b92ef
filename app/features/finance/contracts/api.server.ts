import * as z from "zod/mini";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { pdfResponse } from "~/platform/http/download.server";
import { bytes, type Call, endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { dubaiDate } from "~/platform/time";
import { contractStates } from "../../core/packages/contract";
import { acceptContract, recordPaperAcceptance } from "./accept.server";
import {
  activateContract,
  agreeContract,
  planContractVisit,
  quoteRenewal,
  renewContract,
} from "./commands.server";
import { renderContractPdf } from "./document.server";
import { findContractUrl, replaceContractLink, sendContract } from "./link/contract-link.server";
import { findContract, findContractCover, listContracts, listMyContracts } from "./queries.server";
import { acceptanceSchema, agreementSchema, extraVisitSchema, paperAcceptanceSchema } from "./schema";
import { contractDetail, contractList, cover, ownContracts } from "./views";

const oneContract = z.object({ contract: contractDetail });
const version = z.int32();

/** Contracts for the office and their customers. */
export const contractsApi = endpoints("contract", [
  get("/admin/contracts", {
    may: "contracts.read",
    summary: "List contracts, newest request first",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      state: z.optional(z.enum(contractStates)),
      customer: z.optional(z.uuid()),
      ending: z.optional(z.literal("yes")),
      ...pageParams,
    }),
    answer: contractList,
    run: listContracts,
  }),

  get("/admin/contracts/{id}", {
    may: "contracts.read",
    summary: "Get a contract with its terms, entitlements and visits",
    answer: oneContract,
    run: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/contracts/{id}/agree", {
    may: "contracts.manage",
    summary: "Record the agreed terms: package, property type, first day, payment; until invoiced or active",
    body: (now: Date) => z.extend(agreementSchema(dubaiDate(now)), { version }),
    answer: oneContract,
    idempotent: true,
    run: (ctx, { id, version, ...agreed }) => agreeContract(ctx, { id, version }, agreed),
    refuses: ["not-found", "stale", "wrong-state", "unknown-package"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/contracts/{id}/activate", {
    may: "contracts.activate",
    summary: "Activate a contract before it is fully paid; plans its visits",
    body: z.object({ version }),
    answer: oneContract,
    idempotent: true,
    run: (ctx, { id, version }) => activateContract(ctx, { id, version }),
    refuses: [
      "not-found",
      "stale",
      "wrong-state",
      "not-agreed",
      "not-accepted",
      "property-covered",
      "unknown-service",
      "entitlement-used-up",
    ],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  get("/admin/contracts/{id}/document", {
    may: "contracts.read",
    summary: "Download the contract document; 404 before the terms are agreed",
    answer: bytes("application/pdf", "PDF/A-3, as accepted"),
    run: (ctx, { id }) => respondWithContract(ctx, id, null),
  }),

  post("/admin/contracts/{id}/acceptance", {
    operationId: "recordContractAcceptance",
    may: "contracts.activate",
    summary: "Record that the customer accepted the agreed terms on paper",
    body: paperAcceptanceSchema,
    answer: oneContract,
    idempotent: true,
    run: (ctx, { id, ...acceptance }) => recordPaperAcceptance(ctx, id, acceptance),
    refuses: ["not-found", "stale", "wrong-state", "not-agreed"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/contracts/{id}/send", {
    may: "contracts.manage",
    summary: "Email the contract document, or get its link to share it",
    description: "`url`: null after an email.",
    body: z.object({ channel: z.enum(["email", "link"]) }),
    answer: z.object({ contract: contractDetail, url: z.nullable(z.string()) }),
    private: true,
    idempotent: true,
    run: (ctx, { id, channel }) => sendContract(ctx, id, channel),
    refuses: ["not-found", "wrong-state", "not-agreed", "email-undeliverable"],
    reply: (ctx, { id, channel }, _, call) => withLink(ctx, id, channel, call),
  }),

  post("/admin/contracts/{id}/replace-link", {
    operationId: "replaceContractLink",
    may: "contracts.manage",
    summary: "Replace the public link of an agreed contract, because it went to the wrong person",
    description: "The old link answers as an unknown one from now on.",
    answer: z.object({ contract: contractDetail, url: z.nullable(z.string()) }),
    private: true,
    idempotent: true,
    run: (ctx, { id }) => replaceContractLink(ctx, id),
    refuses: ["not-found", "not-agreed"],
    reply: (ctx, { id }, _, call) => withLink(ctx, id, "link", call),
  }),

  post("/admin/contracts/{id}/visits", {
    operationId: "planContractVisit",
    may: "contracts.manage",
    summary: "Plan another visit of the entitlement",
    body: z.extend(extraVisitSchema, { version }),
    answer: oneContract,
    idempotent: true,
    run: (ctx, { id, version, ...visit }) => planContractVisit(ctx, { id, version }, visit),
    refuses: [
      "not-found",
      "stale",
      "wrong-state",
      "day-outside-contract",
      "entitlement-used-up",
      "unknown-service",
    ],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/contracts/{id}/renew", {
    may: "contracts.manage",
    summary: "Renew a contract at today's price",
    body: z.object({ version }),
    answer: oneContract,
    idempotent: true,
    run: (ctx, { id, version }) => renewContract(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state", "renewed-already", "renewal-offered", "unknown-package"],
    reply: (ctx, _, { id }) => oneOf(ctx, id),
  }),

  post("/admin/contracts/{id}/renewal-quote", {
    operationId: "createRenewalQuote",
    may: "contracts.manage",
    summary: "Draft a renewal quote at today's price",
    body: z.object({ version }),
    answer: z.object({ quoteId: z.uuid() }),
    status: 201,
    idempotent: true,
    run: (ctx, { id, version }) => quoteRenewal(ctx, { id, version }),
    refuses: ["not-found", "stale", "wrong-state", "renewed-already", "renewal-offered", "unknown-package"],
    reply: (_ctx, _input, { id }) => ({ quoteId: id }),
  }),

  get("/admin/bookings/{id}/contract", {
    may: "contracts.read",
    summary: "Contract of a booking's property on its day, with the remaining entitlement",
    answer: z.object({ contract: z.nullable(cover) }),
    run: async (ctx, { id }) => ({ contract: await findContractCover(ctx, id) }),
  }),

  get("/account/contracts", {
    may: "account.use",
    summary: "Contracts of the signed-in customer, with remaining entitlements and upcoming visits",
    answer: ownContracts,
    private: true,
    run: (ctx) => listMyContracts(ctx),
  }),

  get("/account/contracts/{id}/document", {
    operationId: "getMyContractDocument",
    may: "account.use",
    summary: "Download the document of one's own contract; 404 before its terms are agreed",
    answer: bytes("application/pdf", "PDF/A-3, as accepted"),
    run: (ctx, { id }) => respondWithContract(ctx, id, userIdOf(ctx.actor)),
  }),

  post("/account/contracts/{id}/accept", {
    may: "account.use",
    summary: "Accept the agreed terms of one's own contract with a typed name",
    body: acceptanceSchema,
    answer: ownContracts,
    private: true,
    idempotent: true,
    run: (ctx, { id, ...acceptance }) => acceptContract(ctx, id, acceptance),
    refuses: ["not-found", "terms-changed", "wrong-state", "not-agreed"],
    reply: (ctx) => listMyContracts(ctx),
  }),
]);

async function respondWithContract(ctx: Ctx, id: string, userId: string | null) {
  const pdf = await renderContractPdf(ctx, id, userId);
  return pdf && pdfResponse(pdf.bytes, `${pdf.reference}.pdf`);
}

async function withLink(ctx: Ctx, id: string, channel: "email" | "link", call: Call) {
  const contract = await findContract(ctx, id);
  if (!contract) return null;
  return { contract, url: channel === "email" ? null : await findContractUrl(ctx, call.get("config"), id) };
}

async function oneOf(ctx: Ctx, id: string) {
  const contract = await findContract(ctx, id);
  return contract && { contract };
}
