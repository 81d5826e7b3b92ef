import { endpoints, get } from "~/platform/http/endpoint.server";
import { suggestionList } from "../../views";
import { listSuggestions } from "../../visits/suggestion-queries.server";

/** Who should go when. */
export const suggestionsApi = endpoints("booking", [
  get("/admin/bookings/{id}/suggestions", {
    may: "bookings.manage",
    summary: "Technicians and times for a booking, the best first, with what speaks for each",
    description: "At most five, each technician once, nothing in the way of any.",
    answer: suggestionList,
    async run(ctx, { id }) {
      const suggestions = await listSuggestions(ctx, id);
      return suggestions && { suggestions };
    },
  }),
]);
