import { newApi } from "~/platform/api.server";
import { emergencyApi } from "./api/emergency-api.server";
import { followApi } from "./api/follow-api.server";
import { linkApi } from "./api/link-api.server";
import { officeApi } from "./api/office-api.server";
import { officeListApi } from "./api/office-list-api.server";
import { officeRequestApi } from "./api/office-request-api.server";
import { photosApi } from "./api/photos-api.server";
import { requestApi } from "./api/request-api.server";
import { suggestionsApi } from "./api/suggestions-api.server";

/** Everything about bookings: following one, and the office's work with it. */
export const bookingsApis = [
  followApi,
  photosApi,
  officeApi,
  officeListApi,
  officeRequestApi,
  emergencyApi,
  suggestionsApi,
] as const;

/** The forms that anybody may send. */
export const bookingFormsApi = newApi();
bookingFormsApi.route("/", requestApi);
bookingFormsApi.route("/", linkApi);
