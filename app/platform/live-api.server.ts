import { newApi } from "./api.server";
import { requireAdmin, signedInOnly } from "./guards.server";
import { liveResponse, ownTopic } from "./live.server";

/** What admins are told of. */
const TOPICS = ["bookings", "customers", "mails", "technicians", "holidays", "services"];
/** What everybody else is told of, as far as it is theirs. */
const OWN_TOPICS = ["bookings", "visits"];

/** `GET /live`: an event stream of what changed. Topics only, no data; to anybody but admins only of their own records. */
export const liveApi = newApi();
liveApi.get("/live", signedInOnly, (c) => {
  const { actor } = c.get("ctx");
  if ("userId" in actor && actor.role !== "admin") {
    const own = OWN_TOPICS.map((topic) => ownTopic(topic, actor.userId));
    return liveResponse(c.get("live"), own);
  }
  requireAdmin(actor, c.get("config"));
  return liveResponse(c.get("live"), TOPICS);
});
