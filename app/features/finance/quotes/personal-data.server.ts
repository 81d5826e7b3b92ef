import { m } from "~/paraglide/messages";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { formatMoney } from "~/platform/money";
import { datedLine, erasedCustomer, type PersonalData } from "~/platform/personal-data.server";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { QUOTE_FILE_KIND } from "./document/document.server";
import { labelForQuoteState } from "./labels";

/** Quotes and amounts are retained as business records; names and free text are anonymised. */
export const personalDataOfQuotes: PersonalData = {
  name: "quotes",
  tables: { quotes: "retained", quote_answers: "anonymized" },

  async find(ctx, { userId }) {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customer_id")
      .select("quotes.id")
      .where("customers.user_id", "=", userId)
      .execute();
    return { records: { quote: quotes.map(({ id }) => id) } };
  },

  async collect(ctx, { userId }) {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customer_id")
      .innerJoin("quote_revisions", (join) =>
        join.onRef("quote_id", "=", "quotes.id").onRef("number", "=", "quotes.revision"),
      )
      .select(["reference", "state", "title", "introduction", "total_fils", "quotes.sent_at as at"])
      .where("customers.user_id", "=", userId)
      .where("quotes.sent_at", "is not", null)
      .orderBy("quotes.sent_at")
      .execute();
    const answers = await ctx.db
      .selectFrom("quote_answers")
      .innerJoin("quotes", "quotes.id", "quote_answers.quote_id")
      .innerJoin("customers", "customers.id", "quotes.customer_id")
      .select([
        "reference",
        "quote_answers.revision",
        "answer",
        "quote_answers.name",
        "comment",
        "client_ip",
        "at",
      ])
      .where("customers.user_id", "=", userId)
      .orderBy("at")
      .execute();
    const parts = [
      ...quotes.map(({ at, reference, title, total_fils }) =>
        datedLine(at!, [reference, title, formatMoney(total_fils)].join(", ")),
      ),
      ...answers.map(({ at, reference, answer, name, comment }) =>
        datedLine(at, [reference, labelForQuoteState(answer), name, comment].filter(Boolean).join(", ")),
      ),
    ];
    return [{ name: "quotes", data: { quotes, answers }, title: m.quotes_export(), parts }];
  },

  async erase(ctx, { records }) {
    const quoteIds = anyOf(records.quote);
    await ctx.db
      .updateTable("quote_answers")
      .set({ name: erasedCustomer.name, comment: "", client_ip: null })
      .where("quote_id", "=", quoteIds)
      .execute();
    await ctx.db
      .updateTable("quote_revisions")
      .set({ introduction: "" })
      .where("quote_id", "=", quoteIds)
      .where("introduction", "<>", "")
      .execute();
    const copies = await ctx.db
      .selectFrom("files")
      .select("id")
      .where("owner_id", "=", quoteIds)
      .where("kind", "=", QUOTE_FILE_KIND)
      .execute();
    await releaseFiles(
      ctx,
      copies.map(({ id }) => id),
    );
  },

  async merge(ctx, merge) {
    return { quotes: await reassignCustomerRows(ctx, "quotes", merge) };
  },
};
