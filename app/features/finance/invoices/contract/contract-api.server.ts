import * as z from "zod/mini";
import { endpoints, post } from "~/platform/http/endpoint.server";
import { findContract } from "../../contracts/queries.server";
import { cancelReason } from "../../contracts/schema";
import { contractDetail } from "../../contracts/views";
import { cancelContract } from "../commands/cancel-contract.server";

/** Contract endpoints that also change invoices. */
export const contractMoneyApi = endpoints("contract", [
  post("/admin/contracts/{id}/cancel", {
    may: "contracts.cancel",
    summary: "Cancel a contract as of today; credits the unused days and cancels its visits",
    body: z.object({ version: z.int32(), reason: cancelReason }),
    answer: z.object({ contract: contractDetail }),
    idempotent: true,
    run: (ctx, { id, version, reason }) => cancelContract(ctx, { id, version }, { reason }),
    refuses: ["not-found", "stale", "wrong-state", "instalment-not-invoiced"],
    reply: async (ctx, { id }) => {
      const contract = await findContract(ctx, id);
      return contract && { contract };
    },
  }),
]);
