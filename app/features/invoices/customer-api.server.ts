import * as z from "zod/mini";
import { answerFile } from "~/platform/files-api.server";
import { bytes, endpoints, get } from "~/platform/http/endpoint.server";
import { invoiceFile } from "./document.server";
import { findOpenedInvoice, listOwnInvoices, openInvoice } from "./queries.server";
import { openedInvoice, ownInvoices } from "./views";

// One that was taken over has the number of the books before.
const params = { reference: z.string().check(z.minLength(1), z.maxLength(60)) };
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

  get("/account/invoices", {
    may: "account.use",
    summary: "The invoices of whoever is signed in, what is open first, and what we owe them",
    answer: ownInvoices,
    private: true,
    run: (ctx) => listOwnInvoices(ctx),
  }),
]);
