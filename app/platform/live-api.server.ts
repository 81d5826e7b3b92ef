import { may } from "./auth/permissions";
import { bytes, endpoints, get } from "./http/endpoint.server";
import { liveResponse } from "./live.server";

/** An event stream of what changed: topics only, no data. Whoever is not of the office hears of their own records. */
export const liveApi = endpoints("account", [
  get("/live", {
    may: "account.use",
    summary: "Hear what changes: each message names a topic, such as `booking`; what it is, ask again",
    answer: bytes("text/event-stream", "A message a topic, until the browser ends it"),
    run: ({ actor }, _, c) => {
      const { userId, sessionId } = "userId" in actor ? actor : {};
      const listener = [userId, sessionId].filter((id) => id !== undefined);
      return liveResponse(c.get("live"), may(actor, "office.enter") ? null : userId!, listener);
    },
  }),
]);
