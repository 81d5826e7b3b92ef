import { Hono } from "hono";
import { accessApi } from "../features/access/api.server";
import { invitationApi } from "../features/accounts/api/invitation-api.server";
import { ownAccountApi } from "../features/accounts/api/own-account-api.server";
import { signInApi } from "../features/accounts/api/sign-in-api.server";
import { signUpApi } from "../features/accounts/api/sign-up-api.server";
import { teamApi } from "../features/accounts/api/team-api.server";
import { twoFactorApi } from "../features/accounts/api/two-factor-api.server";
import { getBookingDetails } from "../features/accounts/queries.server";
import { activityApi } from "../features/activity/api.server";
import { analyticsApi } from "../features/analytics/api.server";
import { keysApi } from "../features/api-access/api.server";
import { keyPermissions } from "../features/api-access/key-areas";
import { webhooksApi } from "../features/api-access/webhooks-api.server";
import { backupsApi } from "../features/backups/api.server";
import { listBackupJobs } from "../features/backups/queries.server";
import { bookingsApis } from "../features/bookings/api.server";
import { businessApi } from "../features/business/api.server";
import { logoApi } from "../features/business/logo-api.server";
import { catalogueApi } from "../features/catalogue/api.server";
import { contactApi } from "../features/contact/api.server";
import { contentApi } from "../features/content/api.server";
import { contractsApi } from "../features/contracts/api.server";
import { customerDeskApi } from "../features/customer-desk/api.server";
import { customersApi } from "../features/customers/api.server";
import { calendarLinkApi, technicianVisitsApi } from "../features/dispatch/api.server";
import { boardApi } from "../features/dispatch/board/board-api.server";
import { emergencyApi } from "../features/emergencies/api.server";
import { emergencyCallApi } from "../features/emergencies/calls-api.server";
import { formsApi } from "../features/forms/api.server";
import { importsApi } from "../features/imports/api.server";
import { inboxApi } from "../features/inbox/api.server";
import { invoicesApi } from "../features/invoices/api.server";
import { contractMoneyApi } from "../features/invoices/contract/contract-api.server";
import { customerInvoicesApi } from "../features/invoices/customer-api.server";
import { booksApi } from "../features/ledger/api.server";
import { notificationsApi } from "../features/notifications/api.server";
import { packagePricesApi, packagesApi } from "../features/packages/api.server";
import { paymentsApi } from "../features/payments/api.server";
import { cardApi } from "../features/payments/card/card-api.server";
import { customerPaymentsApi } from "../features/payments/customer-payments-api.server";
import { pricingApi } from "../features/pricing/api.server";
import { providerChecksApi } from "../features/provider-checks/api.server";
import { quotesApis } from "../features/quotes/api.server";
import { recurringBookingsApi } from "../features/recurring-bookings/api.server";
import { reviewsApi } from "../features/reviews/api.server";
import { daysApi } from "../features/scheduling/days/days-api.server";
import { slotsApi } from "../features/scheduling/slots-api.server";
import { technicianPicturesApi } from "../features/scheduling/technicians/pictures-api.server";
import { techniciansApi } from "../features/scheduling/technicians/technicians-api.server";
import { searchApi } from "../features/search/api.server";
import { securityApi } from "../features/security/api.server";
import { ownVisitsApi, visitReportsApi } from "../features/technician-app/api.server";
import { todayApi } from "../features/today/api.server";
import { webTrackingApi } from "../features/web-tracking/api.server";
import { documentApi } from "../platform/api-page/api-document.server";
import { sessionApi } from "../platform/auth/session-api.server";
import { filesApi } from "../platform/files/files-api.server";
import type { ApiEnv } from "../platform/http/api.server";
import { mountEndpoints } from "../platform/http/mount-endpoints.server";
import { clientErrorsApi } from "../platform/incidents/client-errors.server";
import { backgroundJobsApi } from "../platform/jobs/background-jobs-api.server";
import { liveApi } from "../platform/live/live-api.server";
import { refusals } from "../refusals.server";

export const features = [
  sessionApi,
  signInApi,
  signUpApi,
  twoFactorApi,
  ownAccountApi,
  teamApi,
  activityApi,
  webTrackingApi,
  notificationsApi,
  securityApi,
  clientErrorsApi,
  filesApi,
  formsApi(getBookingDetails),
  ...bookingsApis,
  emergencyApi,
  emergencyCallApi,
  reviewsApi,
  contactApi,
  contentApi,
  providerChecksApi,
  packagesApi,
  contractsApi,
  recurringBookingsApi,
  contractMoneyApi,
  paymentsApi,
  booksApi,
  cardApi,
  customerPaymentsApi,
  packagePricesApi,
  businessApi,
  logoApi,
  backupsApi,
  catalogueApi,
  pricingApi,
  ...quotesApis,
  slotsApi,
  techniciansApi,
  technicianPicturesApi,
  daysApi,
  invitationApi,
  boardApi,
  technicianVisitsApi,
  calendarLinkApi,
  accessApi,
  ownVisitsApi,
  visitReportsApi,
  customersApi,
  customerDeskApi,
  inboxApi,
  invoicesApi,
  customerInvoicesApi,
  todayApi,
  searchApi,
  keysApi,
  analyticsApi,
  webhooksApi,
  liveApi,
  backgroundJobsApi([listBackupJobs]),
  importsApi,
];

/** One API per running app, because its rate counters belong to that app. */
export function createApi(): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  api.route("/", mountEndpoints(features, refusals));
  api.route("/", document);
  return api;
}

const document = documentApi(features, refusals, keyPermissions);
