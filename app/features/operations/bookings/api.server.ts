import { bookingLinkApi } from "./api/booking-link-api.server";
import { formerTechniciansApi } from "./api/former-technicians-api.server";
import { correctApi } from "./api/office/correct-api.server";
import { crewApi } from "./api/office/crew-api.server";
import { officeApi } from "./api/office/office-api.server";
import { officeListApi } from "./api/office/office-list-api.server";
import { officeRequestApi } from "./api/office/office-request-api.server";
import { planApi } from "./api/office/plan-days-api.server";
import { photosApi } from "./api/photos-api.server";
import { requestApi } from "./api/request-api.server";

export const bookingsApis = [
  requestApi,
  bookingLinkApi,
  photosApi,
  officeApi,
  officeListApi,
  officeRequestApi,
  correctApi,
  crewApi,
  formerTechniciansApi,
  planApi,
] as const;
