import { newApi } from "./api.server";
import { adminsOnly } from "./guards.server";
import { liveResponse } from "./live.server";

/** What admins are told of. */
const TOPICS = ["bookings", "mails"];

/** `GET /live`: an event stream of what changed, for admins. Topics only, no data. */
export const liveApi = newApi();
liveApi.get("/live", adminsOnly, (c) => liveResponse(c.get("live"), TOPICS));
