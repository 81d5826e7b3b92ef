import { newApi } from "~/platform/api.server";
import { followApi } from "./api/follow-api.server";
import { officeApi } from "./api/office-api.server";
import { requestApi } from "./api/request-api.server";

/** Everything about bookings: asking for one, following it, and the office's work with it. */
export const bookingsApi = newApi();
bookingsApi.route("/", requestApi);
bookingsApi.route("/", followApi);
bookingsApi.route("/", officeApi);
