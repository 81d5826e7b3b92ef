import { newApi } from "~/platform/api.server";
import { emergencyApi } from "./api/emergency-api.server";
import { followApi } from "./api/follow-api.server";
import { linkApi } from "./api/link-api.server";
import { officeApi } from "./api/office-api.server";
import { officeListApi } from "./api/office-list-api.server";
import { officeLogApi } from "./api/office-log-api.server";
import { officeRequestApi } from "./api/office-request-api.server";
import { photosApi } from "./api/photos-api.server";
import { requestApi } from "./api/request-api.server";
import { suggestionsApi } from "./api/suggestions-api.server";

/** Everything about bookings: asking for one, following it, and the office's work with it. */
export const bookingsApi = newApi();
bookingsApi.route("/", requestApi);
bookingsApi.route("/", followApi);
bookingsApi.route("/", officeApi);
bookingsApi.route("/", officeListApi);
bookingsApi.route("/", officeRequestApi);
bookingsApi.route("/", officeLogApi);
bookingsApi.route("/", photosApi);
bookingsApi.route("/", emergencyApi);
bookingsApi.route("/", linkApi);
bookingsApi.route("/", suggestionsApi);
