import { m } from "~/paraglide/messages";
import { anyOf } from "~/platform/lists/any-of.server";
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
      .where("user_id", "=", userId)
      .forUpdate()
      .execute();
    return contracts.some(({ state }) => state === "requested" || state === "active");
  },

  async collect(ctx, { userId }) {
    const contracts = await ctx.db
      .selectFrom("contracts")
      .select(["reference", "package_id as package", "state", "address", "message", "requested_at as at"])
      .where("user_id", "=", userId)
      .orderBy("requested_at")
      .execute();
    const parts = contracts.map(({ at, reference, package: packageId, address, message }) =>
      datedLine(at, [reference, packageId, address, message].filter(Boolean).join(", ")),
    );
    return [{ name: "contracts", data: contracts, title: m.account_contracts(), parts }];
  },

  async erase(ctx, { records }) {
    await ctx.db
      .updateTable("contracts")
      .set({
        contact_name: erasedCustomer.name,
        contact_email: erasedCustomer.email,
        contact_phone: erasedCustomer.phone,
        address: "-",
        message: "",
      })
      .where("id", "=", anyOf(records.contract))
      .execute();
  },
};
