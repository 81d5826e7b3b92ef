import type { PersonalData } from "~/platform/personal-data.server";
import { giveToCustomer } from "../customers/give-to-customer.server";
import "./table";

/** What was paid and given back is part of the books. */
export const personalDataOfPayments: PersonalData = {
  name: "payments",
  tables: { payments: "kept", refunds: "kept", cheques: "kept" },

  async merge(ctx, merge) {
    const nowhere = { atProperties: false };
    await giveToCustomer(ctx, "refunds", merge, nowhere);
    await giveToCustomer(ctx, "cheques", merge, nowhere);
    return { payments: await giveToCustomer(ctx, "payments", merge, nowhere) };
  },
};
