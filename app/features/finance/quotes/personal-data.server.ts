import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatMoney } from "~/platform/money";
import { datedLine, erasedCustomer, type PersonalData } from "~/platform/personal-data.server";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { releaseQuotePdfs } from "./document/document.server";
import { labelForQuoteState } from "./labels";

/** Quotes and amounts are retained as business records; names and free text are anonymised. */
export const personalDataOfQuotes: PersonalData = {
  name: "quotes",
  tables: { quotes: "retained", quoteAnswers: "anonymized" },

  async find(ctx, { userId }) {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .select("quotes.id")
      .where("customers.userId", "=", userId)
      .execute();
    return { records: { quote: quotes.map(({ id }) => id) } };
  },

  async collect(ctx, { userId }) {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .innerJoin("quoteRevisions", (join) =>
        join.onRef("quoteId", "=", "quotes.id").onRef("number", "=", "quotes.revision"),
      )
      .select(["reference", "state", "title", "introduction", "totalFils", "quotes.sentAt as at"])
      .where("customers.userId", "=", userId)
      .where("quotes.sentAt", "is not", null)
      .orderBy("quotes.sentAt")
      .execute();
    const answers = await ctx.db
      .selectFrom("quoteAnswers")
      .innerJoin("quotes", "quotes.id", "quoteAnswers.quoteId")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .select([
        "reference",
        "quoteAnswers.revision",
        "answer",
        "quoteAnswers.name",
        "comment",
        "clientIp",
        "at",
      ])
      .where("customers.userId", "=", userId)
      .orderBy("at")
      .execute();
    const parts = [
      ...quotes.map(({ at, reference, title, totalFils }) =>
        datedLine(at!, joinFacts([reference, title, formatMoney(totalFils)])),
      ),
      ...answers.map(({ at, reference, answer, name, comment }) =>
        datedLine(at, joinFacts([reference, labelForQuoteState(answer), name, comment])),
      ),
    ];
    return [{ name: "quotes", data: { quotes, answers }, title: m.quotes_export(), parts }];
  },

  async erase(ctx, { records }) {
    const quoteIds = anyOf(records.quote);
    await ctx.db
      .updateTable("quoteAnswers")
      .set({ name: erasedCustomer.name, comment: "", clientIp: null })
      .where("quoteId", "=", quoteIds)
      .execute();
    await ctx.db
      .updateTable("quoteRevisions")
      .set({ introduction: "" })
      .where("quoteId", "=", quoteIds)
      .where("introduction", "<>", "")
      .execute();
    await eraseTexts(ctx, records.quote ?? []);
    await releaseQuotePdfs(ctx, records.quote ?? []);
  },

  async merge(ctx, merge) {
    return { quotes: await reassignCustomerRows(ctx, "quotes", merge) };
  },
};

/** Empties what the office wrote in quotes that came to nothing. Those of work stay with it. */
async function eraseTexts(ctx: Ctx, quoteIds: string[]): Promise<void> {
  const unused = await ctx.db
    .selectFrom("quotes")
    .select("id")
    .where("id", "=", anyOf(quoteIds))
    .where("state", "not in", ["approved", "converted"])
    .execute();
  const ids = anyOf(unused.map(({ id }) => id));
  await ctx.db
    .updateTable("quoteRevisions")
    .set({ title: "-", introduction: "", terms: "" })
    .where("quoteId", "=", ids)
    .execute();
  await ctx.db
    .updateTable("quoteLines")
    .set({ section: "", description: "-" })
    .where("quoteId", "=", ids)
    .execute();
}
