import * as z from "zod/mini";
import { endpoints, submission } from "~/platform/http/endpoint.server";
import { contractRequestSchema } from "./schema";
import { submitContractRequest } from "./submissions.server";

/** The form that asks for a contract. */
export const contractsApi = endpoints("contract", [
  submission("/contracts/requests", {
    may: "contracts.request",
    summary: "Ask for an AMC contract; the office calls",
    description:
      "Send an Idempotency-Key: the same request is then answered the same for 24 hours and asks once. More than 3 " +
      "attempts in 60 seconds are refused (429).",
    body: contractRequestSchema,
    answer: z.object({ success: z.literal(true), contractId: z.uuid(), reference: z.string() }),
    refuses: ["security-wrong", "security-expired", "key-reused"],
    submit: submitContractRequest,
  }),
]);
