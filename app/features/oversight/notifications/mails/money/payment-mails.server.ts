import { m } from "~/paraglide/messages";
import { documentUrl } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { isRefusal } from "~/platform/http/refusal";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { Message } from "~/platform/messaging/message";
import { pdfAttachment, queueEmail } from "~/platform/messaging/queue-email.server";
import { addMinutes } from "~/platform/time";
import { type Business, getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { findCustomerLanguage } from "../../../../core/customers/customer-language.server";
import type { ReconciliationIssue } from "../../../../finance/payments/payment";
import { findPaymentFacts } from "../../../../finance/payments/payment-facts.server";
import { receiptFile, refundReceiptFile } from "../../../../finance/payments/receipt.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import {
  officeBouncedCheque,
  officeFailedPayout,
  officeFailedRefund,
  officeOverPayment,
  officeReconciliationIssue,
  paymentReceipt,
  refundDone,
} from "../../templates/money";

/** Validity of the link to an invoice or a receipt, in minutes. */
const LINK_MIN = 90 * 24 * 60;

/** Skipped for voided payments. */
export const sendReceipt: Reaction<"payment.recorded"> = {
  name: "payment-receipt",
  run: async function sendReceipt(ctx, { id: trailId, subjectId }, { config }) {
    // Also created without a recipient, because the receipt must be archived.
    const file = completeReceipt(await receiptFile(ctx, openFileStore(config), subjectId));
    const paid = await findPaymentFacts(ctx, subjectId);
    if (!paid?.customer.email || paid.reversedFils > 0) return;
    const { email } = paid.customer;
    const [first, ...others] = paid.towards;
    const business = await getBusiness(ctx);
    const requestLanguage = first?.language ?? (await findCustomerLanguage(ctx, paid.customer.id));
    await inLocale(await localeOfRecipient(ctx, email, requestLanguage), async () => {
      const document =
        first && others.length === 0
          ? ({ kind: "invoice", ...first } as const)
          : ({ kind: "receipt", id: subjectId, reference: paid.reference } as const);
      const url = documentUrl(config, document, addMinutes(ctx.now, LINK_MIN));
      const message = paymentReceipt({ ...paid, business, url });
      const mail = { kind: "payment-receipt", trailId, recipient: email, replyTo: business.officeEmail };
      const attachments = pdfAttachment(`${paid.reference}.pdf`, file?.id);
      await queueEmail(ctx, { ...mail, sender: business, message, attachments });
    });
  },
};

/** Throws without company details, so that the receipt is sent by a later attempt (Today lists it as stuck). */
function completeReceipt(file: Awaited<ReturnType<typeof receiptFile>>) {
  if (file && isRefusal(file)) throw new Error("The receipt waits for the company details");
  return file;
}

/** A card payment for an invoice that was settled in the meantime. */
export const notifyOfOverPayment: Reaction<"payment.recorded"> = {
  name: "office-over-payment",
  run: async function notifyOfOverPayment(ctx, { id, subjectId, data }, { config }) {
    if (data.method !== "card" || data.excessFils === 0) return;
    const paid = await findPaymentFacts(ctx, subjectId);
    if (!paid) return;
    await toOffice(ctx, { kind: "office-over-payment", trailId: id }, (business) =>
      officeOverPayment({ ...paid, business, url: officeUrl(config, `/payments/${subjectId}`) }),
    );
  },
};

export const notifyOfBouncedCheque: Reaction<"cheque.state-changed"> = {
  name: "office-cheque-bounced",
  run: async function notifyOfBouncedCheque(ctx, { id, subjectId, data }, { config }) {
    if (data.to !== "bounced") return;
    const cheque = await ctx.db
      .selectFrom("cheques")
      .innerJoin("customers", "customers.id", "cheques.customerId")
      .leftJoin("invoices", "invoices.id", "cheques.invoiceId")
      .select([
        "number",
        "bank",
        "amountFils",
        "customers.name",
        "company",
        "customers.phone",
        "invoices.reference",
      ])
      .where("cheques.id", "=", subjectId)
      .executeTakeFirst();
    if (!cheque) return;
    const { number, bank, name, company, phone } = cheque;
    await toOffice(ctx, { kind: "office-cheque-bounced", trailId: id }, (business) =>
      officeBouncedCheque({
        business,
        customer: { name, company, phone },
        number,
        bank,
        fils: cheque.amountFils,
        invoice: cheque.reference,
        reopened: data.from === "cleared",
        url: officeUrl(config, `/payments/cheques/${subjectId}`),
      }),
    );
  },
};

/** Notifies the customer after the refund is certain. */
export const notifyOfRefund: Reaction<"refund.done"> = {
  name: "refund-done",
  run: async function notifyOfRefund(ctx, { id: trailId, subjectId }, { config }) {
    // Also created without a recipient, because the refund receipt must be archived.
    const file = completeReceipt(await refundReceiptFile(ctx, openFileStore(config), subjectId));
    const refund = await findRefund(ctx, subjectId);
    if (!refund?.email) return;
    const { email } = refund;
    const business = await getBusiness(ctx);
    const requestLanguage = await findCustomerLanguage(ctx, refund.customerId);
    await inLocale(await localeOfRecipient(ctx, email, requestLanguage), async () => {
      const receipt = { kind: "receipt", id: subjectId, reference: refund.reference } as const;
      const url = documentUrl(config, receipt, addMinutes(ctx.now, LINK_MIN));
      const message = refundDone({ ...refund, business, url });
      const mail = { kind: "refund-done", trailId, recipient: email, replyTo: business.officeEmail };
      const attachments = pdfAttachment(`${refund.reference}.pdf`, file?.id);
      await queueEmail(ctx, { ...mail, sender: business, message, attachments });
    });
  },
};

export const notifyOfFailedRefund: Reaction<"refund.failed"> = {
  name: "office-refund-failed",
  run: async function notifyOfFailedRefund(ctx, { id, subjectId }, { config }) {
    const refund = await findRefund(ctx, subjectId);
    if (!refund) return;
    await toOffice(ctx, { kind: "office-refund-failed", trailId: id }, (business) =>
      officeFailedRefund({
        ...refund,
        business,
        url: officeUrl(config, `/customers/${refund.customerId}`),
      }),
    );
  },
};

/** The money is missing at the bank until the office has corrected the account at the provider. */
export const notifyOfFailedPayout: Reaction<"payout.failed"> = {
  name: "office-payout-failed",
  run: async function notifyOfFailedPayout(ctx, { id, data }, { config }) {
    await toOffice(ctx, { kind: "office-payout-failed", trailId: id }, () =>
      officeFailedPayout({ ...data, url: officeUrl(config, "/payments/payouts") }),
    );
  },
};

/** A report of the card provider that could not be booked and needs a check by the office. */
export const notifyOfReconciliationIssue: Reaction<"payment.questioned"> = {
  name: "office-payment-question",
  run: async function notifyOfReconciliationIssue(ctx, { id, data }, { config }) {
    const explanations: Record<ReconciliationIssue, () => string> = {
      "other-amount": m.payments_mail_office_question_amount,
      "unknown-checkout": m.payments_mail_office_question_unknown,
      "nothing-left": m.payments_mail_office_question_gone,
    };
    await toOffice(ctx, { kind: "office-payment-question", trailId: id }, () =>
      officeReconciliationIssue({
        ...data,
        paragraphs: [explanations[data.issue]()],
        url: officeUrl(config, "/payments"),
      }),
    );
  },
};

async function findRefund(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("refunds")
    .innerJoin("customers", "customers.id", "refunds.customerId")
    .select(["refunds.reference", "method", "amountFils", "reason", "customerId"])
    .select(["name", "company", "phone", "email"])
    .where("refunds.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { reference, method, reason, email, name, company, phone, amountFils: fils, customerId } = row;
  return { reference, method, reason, email, fils, customerId, customer: { name, company, phone } };
}

async function toOffice(
  ctx: Ctx,
  mail: { kind: string; trailId: number },
  write: (business: Business) => Message,
): Promise<void> {
  const business = await getBusiness(ctx);
  const recipient = await officeAddress(ctx, "money");
  await inLocale(await localeOfRecipient(ctx, recipient), () =>
    queueEmail(ctx, { ...mail, recipient, replyTo: null, sender: business, message: write(business) }),
  );
}

function officeUrl({ publicUrl }: Config, path: string): string {
  return publicUrl + localPath(`/admin${path}`);
}
