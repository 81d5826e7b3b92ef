import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { csvResponse, pdfResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { localPath } from "~/platform/locale/locale";
import { requestInvoiceLink } from "./commands/request-invoice-link.server";
import { loadCreditNotePdf, loadInvoicePdf } from "./document.server";
import { readEInvoice } from "./e-invoice/e-invoice-file.server";
import { statementCsv } from "./office/export.server";
import { findMyStatement } from "./overdue/statement.server";
import { renderStatementPdf } from "./overdue/statement-document.server";
import { findOpenedInvoice, listMyInvoices, openInvoice } from "./queries.server";
import { day, invoiceReference } from "./schema";
import { customerInvoices, openedInvoice, statement } from "./views";

const params = { reference: invoiceReference };
const period = z.object({ from: day, to: day });
const withKey = z.object({ key: z._default(z.string().check(z.maxLength(200)), "") });

/** Customers are signed in or hold the key of an emailed link. */
export const customerInvoicesApi = endpoints("invoice", [
  get("/invoices/{reference}", {
    may: "website.open-link",
    summary: "Get an invoice, with the key of the emailed link or signed in as its customer",
    params,
    query: withKey,
    answer: openedInvoice,
    private: true,
    run: (ctx, address, call) => findOpenedInvoice(ctx, call.get("config"), address),
  }),

  get("/invoices/{reference}/document", {
    may: "website.open-link",
    summary: "Download an invoice, with the key of the emailed link or signed in as its customer",
    params,
    query: withKey,
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, address, call) => {
      const config = call.get("config");
      const opened = await openInvoice(ctx, config, address);
      return respondWithFile(
        call,
        opened?.ctx ? await loadInvoicePdf(opened.ctx, config, call.get("files"), opened.id) : null,
      );
    },
  }),

  get("/invoices/{reference}/credit-notes/{noteId}/document", {
    operationId: "downloadCreditNoteDocumentByReference",
    may: "website.open-link",
    summary: "Download a credit note, with the invoice's key or signed in as its customer",
    params: { ...params, noteId: z.uuid() },
    query: withKey,
    answer: bytes("application/pdf", "Immutable PDF/A-3"),
    run: async (ctx, { noteId, ...address }, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      const note = opened?.ctx ? { id: noteId, invoiceId: opened.id } : null;
      return respondWithFile(call, note && (await loadCreditNotePdf(ctx, call.get("files"), note)));
    },
  }),

  get("/invoices/{reference}/e-invoice", {
    operationId: "downloadEInvoiceByReference",
    may: "website.open-link",
    summary: "Download the e-invoice of an invoice to a business",
    params,
    query: withKey,
    answer: bytes("application/xml", "Immutable UBL 2.1 (PINT AE)"),
    run: async (ctx, address, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      return opened?.ctx ? readEInvoice(opened.ctx, { invoiceId: opened.id }) : null;
    },
  }),

  get("/invoices/{reference}/credit-notes/{noteId}/e-invoice", {
    operationId: "downloadCreditNoteEInvoiceByReference",
    may: "website.open-link",
    summary: "Download the e-invoice of a credit note",
    params: { ...params, noteId: z.uuid() },
    query: withKey,
    answer: bytes("application/xml", "Immutable UBL 2.1 (PINT AE)"),
    run: async (ctx, { noteId, ...address }, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      return opened?.ctx ? readEInvoice(opened.ctx, { invoiceId: opened.id, creditNoteId: noteId }) : null;
    },
  }),

  post("/invoices/link", {
    operationId: "sendInvoiceLink",
    may: "website.use",
    summary: "Email the link again, to the address on file",
    description: "The response does not disclose whether the invoice exists.",
    body: z.object(params),
    answer: okResponse,
    perMinute: 10,
    run: (ctx, { reference }) => requestInvoiceLink(ctx, reference),
    reply: respondOk,
  }),

  get("/account/statement", {
    may: "account.use",
    summary: "Statement of account of the signed-in customer for a date range",
    query: period,
    answer: statement,
    private: true,
    run: (ctx, days) => findMyStatement(ctx, days),
  }),

  get("/account/statement.csv", {
    may: "account.use",
    summary: "Statement of account of the signed-in customer as CSV",
    query: period,
    answer: bytes("text/csv", "One row per entry, between the opening and the closing balance"),
    async run(ctx, days) {
      const result = await findMyStatement(ctx, days);
      return result && csvResponse(statementCsv(result), `statement-${days.to}.csv`);
    },
  }),

  get("/account/statement.pdf", {
    may: "account.use",
    summary: "Statement of account of the signed-in customer as PDF",
    query: period,
    answer: bytes("application/pdf", "PDF/A-3"),
    async run(ctx, days, call) {
      const result = await findMyStatement(ctx, days);
      if (!result) return null;
      const payAt = call.get("config").publicUrl + localPath("/dashboard");
      return pdfResponse(await renderStatementPdf(ctx, result, payAt), `statement-${days.to}.pdf`);
    },
  }),

  get("/account/invoices", {
    may: "account.use",
    summary: "Invoices of the signed-in customer, open ones first, and the customer's credit",
    answer: customerInvoices,
    private: true,
    run: (ctx) => listMyInvoices(ctx),
  }),
]);
