import { m } from "~/paraglide/messages";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { datedLine, erasedCustomer, type PersonalData } from "~/platform/personal-data.server";
import { personalDataOfRequests } from "../customers/personal-data-of-requests.server";

/** Contracts are retained as business records; their personal data is erased. */
export const personalDataOfContracts: PersonalData = {
  ...personalDataOfRequests("contracts", "contract"),
  name: "contracts",
  tables: { contracts: "anonymized" },

  async blocksErasure(ctx, userId) {
    const contracts = await ctx.db
      .selectFrom("contracts")
      .select("state")
      .where("userId", "=", userId)
      .forUpdate()
      .execute();
    return contracts.some(({ state }) => state === "requested" || state === "active");
  },

  async collect(ctx, { userId }) {
    const contracts = await ctx.db
      .selectFrom("contracts")
      .select(["reference", "packageId as package", "state", "address", "message", "requestedAt as at"])
      .where("userId", "=", userId)
      .orderBy("requestedAt")
      .execute();
    const parts = contracts.map(({ at, reference, package: packageId, address, message }) =>
      datedLine(at, joinFacts([reference, packageId, address, message])),
    );
    return [{ name: "contracts", data: contracts, title: m.account_contracts(), parts }];
  },

  async erase(ctx, { records }) {
    await ctx.db
      .updateTable("contracts")
      .set({
        contactName: erasedCustomer.name,
        contactEmail: erasedCustomer.email,
        contactPhone: erasedCustomer.phone,
        address: "-",
        message: "",
      })
      .where("id", "=", anyOf(records.contract))
      .execute();
  },
};
