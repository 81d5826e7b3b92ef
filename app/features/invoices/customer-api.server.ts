import * as z from "zod/mini";
import { answerFile } from "~/platform/files/files-api.server";
import { asCsv, asPdf } from "~/platform/http/download.server";
import { bytes, okResponse, endpoints, get, post, respondOk } from "~/platform/http/endpoint.server";
import { localPath } from "~/platform/locale/locale";
import { askForInvoiceLink } from "./commands/ask-for-invoice-link.server";
import { creditNoteFile, invoiceFile } from "./document.server";
import { readEInvoice } from "./e-invoice/e-invoice-file.server";
import { statementCsv } from "./office-list/export.server";
import { findOwnStatement } from "./overdue/statement.server";
import { drawStatement } from "./overdue/statement-document.server";
import { findOpenedInvoice, listOwnInvoices, openInvoice } from "./queries.server";
import { day } from "./schema";
import { openedInvoice, ownInvoices, statement } from "./views";

// One that was taken over has the number of the books before.
const params = { reference: z.string().check(z.minLength(1), z.maxLength(60)) };
const period = z.object({ from: day, to: day });
const withKey = z.object({ key: z._default(z.string().check(z.maxLength(200)), "") });

/** What a customer does with an invoice: with the key of the mailed link, or signed in. */
export const customerInvoicesApi = endpoints("invoice", [
  get("/invoices/{reference}", {
    may: "website.open-link",
    summary: "An invoice, with the key of the mailed link or signed in as its customer",
    params,
    query: withKey,
    answer: openedInvoice,
    private: true,
    run: (ctx, address, call) => findOpenedInvoice(ctx, call.get("config"), address),
  }),

  get("/invoices/{reference}/document", {
    may: "website.open-link",
    summary: "The invoice as it was issued, with the key of the mailed link or signed in as its customer",
    params,
    query: withKey,
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, address, call) => {
      const config = call.get("config");
      const opened = await openInvoice(ctx, config, address);
      return answerFile(
        call,
        opened?.ctx ? await invoiceFile(opened.ctx, config, call.get("files"), opened.id) : null,
      );
    },
  }),

  get("/invoices/{reference}/credit-notes/{noteId}/document", {
    may: "website.open-link",
    summary:
      "A credit note of the invoice as it was issued, with the invoice's key or signed in as its customer",
    params: { ...params, noteId: z.uuid() },
    query: withKey,
    answer: bytes("application/pdf", "PDF/A-3, which never changes"),
    run: async (ctx, { noteId, ...address }, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      const note = opened?.ctx ? { id: noteId, invoiceId: opened.id } : null;
      return answerFile(call, note && (await creditNoteFile(ctx, call.get("files"), note)));
    },
  }),

  get("/invoices/{reference}/e-invoice", {
    may: "website.open-link",
    summary: "The invoice as an electronic one, where it has been made for a business",
    params,
    query: withKey,
    answer: bytes("application/xml", "UBL 2.1 after PINT AE, which never changes"),
    run: async (ctx, address, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      return opened?.ctx ? readEInvoice(opened.ctx, { invoiceId: opened.id }) : null;
    },
  }),

  get("/invoices/{reference}/credit-notes/{noteId}/e-invoice", {
    may: "website.open-link",
    summary: "A credit note of the invoice as an electronic one",
    params: { ...params, noteId: z.uuid() },
    query: withKey,
    answer: bytes("application/xml", "UBL 2.1 after PINT AE, which never changes"),
    run: async (ctx, { noteId, ...address }, call) => {
      const opened = await openInvoice(ctx, call.get("config"), address);
      return opened?.ctx ? readEInvoice(opened.ctx, { invoiceId: opened.id, creditNoteId: noteId }) : null;
    },
  }),

  post("/invoices/link", {
    may: "website.use",
    summary: "Have the link mailed once more, to the address that the office knows",
    description: "Answered the same whether there is such an invoice or not.",
    body: z.object(params),
    answer: okResponse,
    perMinute: 10,
    run: (ctx, { reference }) => askForInvoiceLink(ctx, reference),
    reply: respondOk,
  }),

  get("/account/statement", {
    may: "account.use",
    summary:
      "The statement of account of whoever is signed in: what was asked for and paid from a day to a day",
    query: period,
    answer: statement,
    private: true,
    run: (ctx, days) => findOwnStatement(ctx, days),
  }),

  get("/account/statement.csv", {
    may: "account.use",
    summary: "The same as a spreadsheet",
    query: period,
    answer: bytes("text/csv", "A line an entry, between the opening and the closing balance"),
    async run(ctx, days) {
      const found = await findOwnStatement(ctx, days);
      return found && asCsv(statementCsv(found), `statement-${days.to}.csv`);
    },
  }),

  get("/account/statement.pdf", {
    may: "account.use",
    summary: "The same as a document",
    query: period,
    answer: bytes("application/pdf", "PDF/A-3"),
    async run(ctx, days, call) {
      const found = await findOwnStatement(ctx, days);
      if (!found) return null;
      const payAt = call.get("config").publicUrl + localPath("/dashboard");
      return asPdf(await drawStatement(ctx, found, payAt), `statement-${days.to}.pdf`);
    },
  }),

  get("/account/invoices", {
    may: "account.use",
    summary: "The invoices of whoever is signed in, what is open first, and what we owe them",
    answer: ownInvoices,
    private: true,
    run: (ctx) => listOwnInvoices(ctx),
  }),
]);
