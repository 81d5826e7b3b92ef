import { useNavigate } from "react-router";
import { queryClient } from "~/platform/browser/query-client";
import { prefill } from "../../../core/forms/components/form-fields";
import { rememberRebooking } from "../../bookings/components/form/rebooking";
import { afterCompletionQuery } from "../client";

/** Returns a function that opens the booking form with the details of a past booking. */
export function useBookAgain(): (reference: string) => Promise<void> {
  const navigate = useNavigate();
  return async (reference) => {
    const { bookAgain } = await queryClient.fetchQuery(afterCompletionQuery(reference));
    prefill(bookAgain);
    rememberRebooking(reference);
    await navigate("/bookings");
  };
}
