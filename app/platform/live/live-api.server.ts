import { m } from "~/paraglide/messages";
import { may } from "../auth/permissions";
import { tooManyRequests } from "../errors";
import { bytes, endpoints, get } from "../http/endpoint.server";
import { createLiveResponse } from "./live.server";

const MAX_STREAMS = 30;
const FULL_SECONDS = 60;

/** Customers and technicians only receive events of their own records. */
export const liveApi = endpoints("account", [
  get("/live", {
    operationId: "streamChanges",
    may: "account.use",
    summary:
      "Stream of changes: each message has a topic, such as `booking`, and the ids of changed records if there are few; fetch them for details",
    answer: bytes("text/event-stream", "One message per topic, until the client disconnects"),
    run: ({ actor }, _, c) => {
      const { userId, sessionId } = "userId" in actor ? actor : {};
      const live = c.get("live");
      if (userId && live.countAccessWatchers(userId) >= MAX_STREAMS) {
        throw tooManyRequests(FULL_SECONDS, m.common_error_rate_limited({ seconds: FULL_SECONDS }));
      }
      const listener = [userId, sessionId].filter((id) => id !== undefined);
      return createLiveResponse(live, may(actor, "office.enter") ? null : userId!, listener);
    },
  }),
]);
