import { sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { inLocale } from "~/platform/locale/locale.server";
import type { DigestKind } from "~/platform/mail/mail.server";
import type { Message } from "~/platform/messaging/message";
import { type EventMail, pdfAttachment, queueInDigest } from "~/platform/messaging/queue-email.server";
import { daysBetween, dubaiDate } from "~/platform/time";
import { getBusiness } from "../../../../core/business/queries.server";
import { routeByText } from "../../../../core/customers/text-route.server";
import { sumDocument } from "../../../../core/pricing/document-lines";
import {
  invoiceUrl,
  loadCreditNotePdf,
  loadInvoicePdf,
  loadPaymentInstructions,
} from "../../../../finance/invoices/document.server";
import { cardProvider } from "../../../../finance/payments/card/provider/card-providers.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import {
  creditNoteIssued,
  type InvoiceMailContext,
  invoiceIssued,
  invoiceLink,
  invoiceReminder,
  invoiceWrittenOff,
} from "../../templates/invoice";
import { queueCustomerText } from "../customer-text.server";
import { queueDocument } from "./send-document.server";

export const notifyOfInvoice: Reaction<"invoice.issued"> = {
  name: "invoice-issued",
  run: async function notifyOfInvoice(ctx, { id: trailId, subjectId }, { config }) {
    // Also created without a recipient, because the issued document must be archived.
    const file = await loadInvoicePdf(ctx, config, openFileStore(config), subjectId);
    await writeToCustomer(
      ctx,
      config,
      { trailId, invoiceId: subjectId, kind: "invoice-issued", digest: "invoices" },
      (context) => ({
        message: invoiceIssued(context),
        fileId: file?.id,
        fileName: `${context.reference}.pdf`,
      }),
    );
  },
};

export const notifyOfCreditNote: Reaction<"invoice.credited"> = {
  name: "credit-note-issued",
  run: async function notifyOfCreditNote(ctx, { id: trailId, subjectId, data }, { config }) {
    const file = await loadCreditNotePdf(ctx, openFileStore(config), {
      id: data.creditNoteId,
      invoiceId: subjectId,
    });
    const note = await ctx.db
      .selectFrom("creditNotes")
      .select(["reference", "totalFils", "reason"])
      .where("id", "=", data.creditNoteId)
      .executeTakeFirstOrThrow();
    const creditNote = { reference: note.reference, totalFils: note.totalFils, reason: note.reason };
    await writeToCustomer(
      ctx,
      config,
      { trailId, invoiceId: subjectId, kind: "credit-note-issued" },
      (context) => ({
        message: creditNoteIssued({ ...context, creditNote }),
        fileId: file?.id,
        fileName: `${note.reference}.pdf`,
      }),
    );
  },
};

export const remindOfInvoice: Reaction<"invoice.reminded"> = {
  name: "invoice-reminder",
  run: async function remindOfInvoice(ctx, { id: trailId, subjectId }, { config }) {
    await writeToCustomer(
      ctx,
      config,
      { trailId, invoiceId: subjectId, kind: "invoice-reminder", digest: "reminders", byText: true },
      (context) =>
        // Skipped if paid in the meantime.
        context.openFils > 0
          ? { message: invoiceReminder(context, daysBetween(context.dueDate, dubaiDate(ctx.now))) }
          : null,
    );
  },
};

export const sendInvoiceLink: Reaction<"invoice.link-requested"> = {
  name: "invoice-link",
  run: async function sendInvoiceLink(ctx, { id: trailId, subjectId }, { config }) {
    await writeToCustomer(
      ctx,
      config,
      { trailId, invoiceId: subjectId, kind: "invoice-link" },
      (context) => ({
        message: invoiceLink(context),
      }),
    );
  },
};

/** With the document, unless there is none (opening balances, purged documents). */
export const sendInvoiceAgain: Reaction<"invoice.resent"> = {
  name: "invoice-resent",
  run: async function sendInvoiceAgain(ctx, { id: trailId, subjectId, data }, { config }) {
    const isByWhatsapp = data.channel === "whatsapp";
    const values = await ctx.db
      .selectFrom("trailValues")
      .select(sql<string | null>`after ->> 'email'`.as("email"))
      .where("trailId", "=", trailId)
      .executeTakeFirst();
    // Erased meanwhile.
    if (!isByWhatsapp && !values?.email) return;
    const file = await loadInvoicePdf(ctx, config, openFileStore(config), subjectId);
    await writeToCustomer(
      ctx,
      config,
      {
        ...{ trailId, invoiceId: subjectId, isByWhatsapp },
        ...(isByWhatsapp ? { kind: file ? "invoice-document" : "invoice-link" } : { kind: "invoice-resent" }),
        ...(values?.email && { recipient: values.email }),
      },
      (context) =>
        file
          ? { message: invoiceIssued(context), fileId: file.id, fileName: `${context.reference}.pdf` }
          : { message: invoiceLink(context) },
    );
  },
};

export const notifyOfBadDebt: Reaction<"invoice.write-off-notified"> = {
  name: "write-off-notice",
  run: async function notifyOfBadDebt(ctx, { id: trailId, subjectId, data }, { config }) {
    if (data.by !== "email") return;
    const { issueDate } = await ctx.db
      .selectFrom("invoices")
      .select("issueDate")
      .where("id", "=", subjectId)
      .executeTakeFirstOrThrow();
    const writeOff = { issueDate: issueDate!, writtenOffFils: data.fils };
    await writeToCustomer(
      ctx,
      config,
      { trailId, invoiceId: subjectId, kind: "write-off-notice" },
      (context) => ({ message: invoiceWrittenOff({ ...context, ...writeOff }) }),
    );
  },
};

interface InvoiceEmail {
  message: Message;
  fileId?: string | undefined;
  fileName?: string;
}

async function writeToCustomer(
  ctx: Ctx,
  config: Config,
  mail: {
    trailId: number;
    invoiceId: string;
    kind: string;
    digest?: DigestKind;
    recipient?: string;
    /** On the channel that the customer chose. */
    byText?: boolean;
    isByWhatsapp?: boolean;
  },
  write: (context: InvoiceMailContext) => InvoiceEmail | null,
): Promise<void> {
  const row = await ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customerId")
    .select([
      "reference",
      "dueDate",
      "totalFils",
      "openFils",
      "creditedFils",
      "invoices.language",
      "linkVersion",
    ])
    .select(["customers.email", "customers.name", "customers.phone", "invoices.customerId"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("writeOffs").select("id").whereRef("invoiceId", "=", "invoices.id"))
        .as("isWrittenOff"),
    )
    .where("invoices.id", "=", mail.invoiceId)
    .executeTakeFirstOrThrow();
  const { reference, dueDate, linkVersion } = row;
  const email = mail.recipient ?? row.email;
  const { customerId, phone } = row;
  const route = mail.byText
    ? await routeByText(ctx, { customerId, email, phone, topic: "money", urgency: "service" }, config)
    : null;
  const recipient = mail.isByWhatsapp ? phone : (email ?? (route && phone));
  if (!recipient || !reference || !dueDate) return;
  const lines = await ctx.db
    .selectFrom("invoiceLines")
    .select(["grossFils", "vatFils", "discountFils"])
    .where("invoiceId", "=", mail.invoiceId)
    .execute();
  const sums = sumDocument(lines);
  await inLocale(await localeOfRecipient(ctx, recipient, row.language), async () => {
    const business = await getBusiness(ctx);
    const url = invoiceUrl(ctx, config, { id: mail.invoiceId, reference, dueDate, linkVersion });
    const written = write({
      business,
      name: row.name,
      reference,
      dueDate,
      totalFils: row.totalFils,
      openFils: row.openFils,
      deposit: sums.depositFils > 0 ? sums : null,
      isReduced: row.creditedFils > 0 || Boolean(row.isWrittenOff),
      url,
      ways: await loadPaymentInstructions(ctx, url),
      cards: cardProvider(config) !== null,
    });
    if (!written) return;
    const { message, fileId, fileName = "" } = written;
    const { kind, trailId, digest = null } = mail;
    if (mail.isByWhatsapp) {
      const document = { kind, trailId, phone: recipient, sender: business, message, url, fileId, fileName };
      return queueDocument(ctx, document);
    }
    const eventMail: EventMail | null = email
      ? {
          ...{ kind, trailId, recipient: email, replyTo: business.officeEmail },
          ...{ sender: business, message, attachments: pdfAttachment(fileName, fileId) },
        }
      : null;
    if (route && phone) {
      const isText = await queueCustomerText(ctx, {
        ...{ kind, trailId, phone, route, message, url },
        ...{ sender: business, mail: eventMail, digest },
      });
      if (isText) return;
    }
    if (eventMail) await queueInDigest(ctx, digest, eventMail);
  });
}
