import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { pdfResponse } from "~/platform/http/download.server";
import {
  bytes,
  type Call,
  endpoints,
  get,
  okResponse,
  post,
  respondOk,
} from "~/platform/http/endpoint.server";
import { refuse } from "~/platform/http/refusal";
import { acceptContract } from "../accept.server";
import { renderContractPdf } from "../document.server";
import { findOpenedContract } from "../queries.server";
import { acceptanceSchema } from "../schema";
import { openedContract } from "../views";
import { openContract, requestContractLink } from "./contract-link.server";

const params = { reference: z.string().check(z.regex(/^AMC-\d{4}-\d{6,}$/)) };
const key = z._default(z.string().check(z.maxLength(200)), "");

/** Customers hold the key of a link or are signed in. */
export const contractLinkApi = endpoints("contract", [
  get("/contracts/{reference}", {
    may: "website.open-link",
    summary: "Get a contract, with the key of its link or signed in as its customer",
    params,
    query: z.object({ key }),
    answer: openedContract,
    private: true,
    run: find,
  }),

  get("/contracts/{reference}/document", {
    operationId: "downloadContractDocumentByReference",
    may: "website.open-link",
    summary: "Download the contract document, with the key of its link or signed in as its customer",
    params,
    query: z.object({ key }),
    answer: bytes("application/pdf", "PDF/A-3, as accepted"),
    run: async (ctx, address, call) => {
      const opened = await openContract(ctx, call.get("config"), address);
      const pdf = opened?.ctx ? await renderContractPdf(opened.ctx, opened.id, null) : null;
      return pdf && pdfResponse(pdf.bytes, `${pdf.reference}.pdf`);
    },
  }),

  post("/contracts/{reference}/accept", {
    operationId: "acceptContractByReference",
    may: "website.open-link",
    summary: "Accept the agreed terms of a contract with a typed name",
    params,
    body: z.extend(acceptanceSchema, { key }),
    answer: openedContract,
    private: true,
    idempotent: true,
    run: async (ctx, { reference, key, ...acceptance }, call) => {
      const opened = await openContract(ctx, call.get("config"), { reference, key });
      return opened?.ctx ? acceptContract(opened.ctx, opened.id, acceptance) : refuse("not-found");
    },
    refuses: ["not-found", "terms-changed", "wrong-state", "not-agreed"],
    reply: (ctx, path, _, call) => find(ctx, path, call),
  }),

  post("/contracts/link", {
    operationId: "sendContractLink",
    may: "website.use",
    summary: "Email the link again, to the address on file",
    description: "The response does not disclose whether the contract exists.",
    body: z.object(params),
    answer: okResponse,
    perMinute: 10,
    run: (ctx, { reference }) => requestContractLink(ctx, reference),
    reply: respondOk,
  }),
]);

function find(ctx: Ctx, { reference, key }: { reference: string; key: string }, call: Call) {
  return findOpenedContract(ctx, call.get("config"), { reference, key });
}
