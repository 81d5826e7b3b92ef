import { correctApi } from "./api/correct-api.server";
import { followApi } from "./api/follow-api.server";
import { formerTechniciansApi } from "./api/former-technicians-api.server";
import { handsApi } from "./api/hands-api.server";
import { officeApi } from "./api/office-api.server";
import { officeListApi } from "./api/office-list-api.server";
import { officeRequestApi } from "./api/office-request-api.server";
import { photosApi } from "./api/photos-api.server";
import { planApi } from "./api/plan-api.server";
import { requestApi } from "./api/request-api.server";
import { suggestionsApi } from "./api/suggestions-api.server";

/** Everything about bookings: asking for one, following it, and the office's work with it. */
export const bookingsApis = [
  requestApi,
  followApi,
  photosApi,
  officeApi,
  officeListApi,
  officeRequestApi,
  correctApi,
  suggestionsApi,
  handsApi,
  formerTechniciansApi,
  planApi,
] as const;
