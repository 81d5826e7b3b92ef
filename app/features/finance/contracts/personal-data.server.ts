import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { datedLine, erasedCustomer, type PersonalData } from "~/platform/personal-data.server";

/** Buyer of accepted documents after an erasure. */
const ERASED_BUYER = { name: erasedCustomer.name, address: "-", email: null, phone: null, trn: null };

/** Acceptances and what was accepted are retained as business records, without the person. */
export const personalDataOfAcceptances: PersonalData = {
  name: "contract-acceptances",
  tables: { contractAcceptances: "anonymized" },

  async collect(ctx, { userId }) {
    const acceptances = await ctx.db
      .selectFrom("contractAcceptances")
      .innerJoin("contracts", "contracts.id", "contractId")
      .select(["reference", "contractAcceptances.agreementVersion as terms", "name", "clientIp", "at"])
      .where("contracts.userId", "=", userId)
      .orderBy("at")
      .execute();
    const parts = acceptances.map(({ at, reference, name }) => datedLine(at, joinFacts([reference, name])));
    return [{ name: "contractAcceptances", data: acceptances, title: m.contract_acceptances(), parts }];
  },

  async erase(ctx, { records }) {
    await ctx.db
      .updateTable("contractAcceptances")
      .set({
        name: erasedCustomer.name,
        reason: sql`CASE method WHEN 'paper' THEN '-' ELSE '' END`,
        clientIp: null,
        userId: null,
        document: sql`document || ${JSON.stringify({ buyer: ERASED_BUYER, place: "-" })}::jsonb`,
      })
      .where("contractId", "=", anyOf(records.contract))
      .execute();
  },
};
