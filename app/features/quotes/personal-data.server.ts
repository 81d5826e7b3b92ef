import { anyOf } from "~/platform/any-of.server";
import { nobody, type PersonalData } from "~/platform/personal-data.server";
import { giveToCustomer } from "../customers/give-to-customer.server";
import "./table";

/** Quotes are kept: what was offered and agreed, for how much; no longer who wrote what to whom. */
export const personalDataOfQuotes: PersonalData = {
  name: "quotes",
  tables: { quotes: "kept", quote_answers: "without-person" },

  async find(ctx, { userId }) {
    const quotes = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customer_id")
      .select("quotes.id")
      .where("customers.user_id", "=", userId)
      .execute();
    return { records: { quote: quotes.map(({ id }) => id) } };
  },

  async forget(ctx, { records }) {
    const own = anyOf(records.quote);
    await ctx.db
      .updateTable("quote_answers")
      .set({ name: nobody.name, words: "", client_ip: null })
      .where("quote_id", "=", own)
      .execute();
    await ctx.db
      .updateTable("quote_revisions")
      .set({ introduction: "" })
      .where("quote_id", "=", own)
      .where("introduction", "<>", "")
      .execute();
  },

  async merge(ctx, merge) {
    return { quotes: await giveToCustomer(ctx, "quotes", merge) };
  },
};
