import { endpoints, get } from "~/platform/http/endpoint.server";
import { listSuggestions } from "../../visits/suggestion-queries.server";
import { suggestionList } from "../../visits/views";

export const suggestionsApi = endpoints("booking", [
  get("/admin/bookings/{id}/suggestions", {
    may: "bookings.manage",
    summary: "Suggested technicians and times for a booking, best first, with reasons",
    description: "At most five, each technician once, all without conflicts.",
    answer: suggestionList,
    async run(ctx, { id }) {
      const suggestions = await listSuggestions(ctx, id);
      return suggestions && { suggestions };
    },
  }),
]);
