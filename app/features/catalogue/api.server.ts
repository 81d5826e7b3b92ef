import { newApi } from "~/platform/api.server";
import { officeServicesApi } from "./api/office-services-api.server";
import { servicesApi } from "./api/services-api.server";

/** What is offered: for the public, and for the office that decides it. */
export const catalogueApi = newApi();
catalogueApi.route("/", servicesApi);
catalogueApi.route("/", officeServicesApi);
