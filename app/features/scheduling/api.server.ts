import { newApi } from "~/platform/api.server";
import { daysApi } from "./api/days-api.server";
import { slotsApi } from "./api/slots-api.server";
import { techniciansApi } from "./api/technicians-api.server";

/** Who can come when: the public's slots, and the office's technicians, holidays and seasons. */
export const schedulingApi = newApi();
schedulingApi.route("/", slotsApi);
schedulingApi.route("/", techniciansApi);
schedulingApi.route("/", daysApi);
