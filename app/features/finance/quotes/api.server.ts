import { customerQuotesApi } from "./api/customer-api.server";
import { officeQuotesApi } from "./api/office-api.server";

export const quotesApis = [customerQuotesApi, officeQuotesApi];
