import { tryDecodeURIComponent } from "hono/utils/url";
import { m } from "~/paraglide/messages";
import { documentUrl } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { copyMail, type NewMail } from "~/platform/mail/mail.server";
import type { Attachment } from "~/platform/mail/mail-transport.server";
import { addMinutes, formatTime } from "~/platform/time";
import { contractUrl } from "../../finance/contracts/link/contract-link.server";
import { invoiceUrl, loadInvoicePdf } from "../../finance/invoices/document.server";
import { quoteUrl } from "../../finance/quotes/link/quote-link.server";
import { emailedBookingUrl, newLinkExpiry } from "../../operations/bookings/link/booking-link.server";
import {
  copyOf,
  type LinkedRecord,
  linkedRecordsOf,
  type MailText,
  withCurrentLinks,
} from "./email/mail-copy";

/** The copy has the date of the original, and current links of records that still belong to the recipient. */
export const sendMailCopy: Reaction<"mail.resent"> = {
  name: "send-copy",
  run: async function sendMailCopy(ctx, { id, data }, { config }) {
    await copyMail(ctx, data.mailId, id, async (mail) => {
      return inLocale(localeOf(mail), async () => {
        const urls = await currentUrls(ctx, config, mail.recipient, linkedRecordsOf(mail));
        const day = formatTime(mail.createdAt, "fullDate");
        const subject = m.mail_copy_subject({ day, original: mail.subject });
        const text = copyOf(mail, { subject, note: m.mail_copy_note({ day }), urls });
        return { ...text, attachments: await currentFiles(ctx, config, mail) };
      });
    });
  },
};

/** Text of an email whose links were removed, with current links of records that still belong to the recipient. */
export function relinkMail(
  ctx: Ctx,
  config: Config,
  mail: Pick<MailText, "html" | "plain"> & { recipient: string },
): Promise<Pick<MailText, "html" | "plain">> {
  return inLocale(localeOf(mail), async () =>
    withCurrentLinks(mail, await currentUrls(ctx, config, mail.recipient, linkedRecordsOf(mail))),
  );
}

export function localeOf({ html }: Pick<MailText, "html">) {
  return localeOrDefault(/<html lang="([^"]+)"/.exec(html)?.[1] ?? "");
}

/** Validity of a receipt's link in a copy, in minutes. */
const RECEIPT_LINK_MIN = 90 * 24 * 60;

async function currentUrls(
  ctx: Ctx,
  config: Config,
  recipient: string,
  records: readonly LinkedRecord[],
): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  for (const { kind, reference } of records) {
    const url = await currentUrl[kind](ctx, config, {
      recipient,
      reference: tryDecodeURIComponent(reference),
    });
    if (url) urls.set(`${kind}/${reference}`, url);
  }
  return urls;
}

/** PDFs of invoices have their current link, if the invoice still belongs to the recipient. */
async function currentFiles(
  ctx: Ctx,
  config: Config,
  { recipient, attachments }: Pick<NewMail, "recipient"> & { attachments: Attachment[] },
): Promise<Attachment[]> {
  return Promise.all(
    attachments.map(async (attachment) => {
      if (!attachment.fileId) return attachment;
      const invoice = await ctx.db
        .selectFrom("files")
        .innerJoin("invoices", "invoices.id", "files.ownerId")
        .innerJoin("customers", "customers.id", "invoices.customerId")
        .select("invoices.id")
        .where("files.id", "=", attachment.fileId)
        .where("email", "=", recipient)
        .executeTakeFirst();
      const file = invoice && (await loadInvoicePdf(ctx, config, openFileStore(config), invoice.id));
      return file ? { ...attachment, fileId: file.id } : attachment;
    }),
  );
}

interface Addressed {
  recipient: string;
  reference: string;
}

const currentUrl: Record<
  LinkedRecord["kind"],
  (ctx: Ctx, config: Config, addressed: Addressed) => Promise<string | null>
> = {
  bookings: async (ctx, config, { recipient, reference }) => {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["id", "reference", "state", "linkVersion as linkNo"])
      .where("reference", "=", reference)
      .where("contactEmail", "=", recipient)
      .executeTakeFirst();
    return booking ? emailedBookingUrl(config, booking, await newLinkExpiry(ctx, booking)) : null;
  },
  quotes: async (ctx, config, { recipient, reference }) => {
    const quote = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .select(["quotes.id", "reference", "validUntil", "linkVersion"])
      .where("reference", "=", reference)
      .where("email", "=", recipient)
      .executeTakeFirst();
    return quote?.validUntil ? quoteUrl(ctx, config, { ...quote, validUntil: quote.validUntil }) : null;
  },
  invoices: async (ctx, config, { recipient, reference }) => {
    const invoice = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["invoices.id", "dueDate", "linkVersion"])
      .where("reference", "=", reference)
      .where("email", "=", recipient)
      .executeTakeFirst();
    return invoice?.dueDate
      ? invoiceUrl(ctx, config, { ...invoice, reference, dueDate: invoice.dueDate })
      : null;
  },
  contracts: async (ctx, config, { recipient, reference }) => {
    const contract = await ctx.db
      .selectFrom("contracts")
      .select(["id", "endsOn", "linkVersion"])
      .where("reference", "=", reference)
      .where("contactEmail", "=", recipient)
      .executeTakeFirst();
    return contract?.endsOn
      ? contractUrl(ctx, config, { ...contract, reference, endsOn: contract.endsOn })
      : null;
  },
  receipts: async (ctx, config, { recipient, reference }) => {
    const table = reference.startsWith("RF-") ? "refunds" : "payments";
    const receipt = await ctx.db
      .selectFrom(table)
      .innerJoin("customers", "customers.id", `${table}.customerId`)
      .select(`${table}.id`)
      .where(`${table}.reference`, "=", reference)
      .where("email", "=", recipient)
      .executeTakeFirst();
    const until = addMinutes(ctx.now, RECEIPT_LINK_MIN);
    return receipt ? documentUrl(config, { kind: "receipt", id: receipt.id, reference }, until) : null;
  },
};
