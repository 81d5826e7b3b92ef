import { Hono } from "hono";
import { businessApi } from "../features/core/business/api.server";
import { logoApi } from "../features/core/business/logo-api.server";
import { catalogueApi } from "../features/core/catalogue/api.server";
import { customersApi } from "../features/core/customers/api.server";
import { documentsApi } from "../features/core/documents/api.server";
import { formsApi } from "../features/core/forms/api.server";
import { packagePricesApi, packagesApi } from "../features/core/packages/api.server";
import { pricingApi } from "../features/core/pricing/api.server";
import { providerChecksApi } from "../features/core/provider-checks/api.server";
import { contractsApi } from "../features/finance/contracts/api.server";
import { contractLinkApi } from "../features/finance/contracts/link/contract-link-api.server";
import { invoicesApi } from "../features/finance/invoices/api.server";
import { contractMoneyApi } from "../features/finance/invoices/contract/contract-api.server";
import { customerInvoicesApi } from "../features/finance/invoices/customer-api.server";
import { finishedWorkApi } from "../features/finance/invoices/finished-work/finished-work-api.server";
import { booksApi } from "../features/finance/ledger/api.server";
import { paymentsApi } from "../features/finance/payments/api.server";
import { cardApi } from "../features/finance/payments/card/card-api.server";
import { customerPaymentsApi } from "../features/finance/payments/customer-payments-api.server";
import { quotesApis } from "../features/finance/quotes/api.server";
import { accessApi } from "../features/operations/bookings/access/api.server";
import { bookingsApis } from "../features/operations/bookings/api.server";
import { calendarLinkApi, technicianVisitsApi } from "../features/operations/dispatch/api.server";
import { boardApi } from "../features/operations/dispatch/board/board-api.server";
import { emergencyApi } from "../features/operations/emergencies/api.server";
import { emergencyCallApi } from "../features/operations/emergencies/calls-api.server";
import { importsApi } from "../features/operations/imports/api.server";
import { recurringBookingsApi } from "../features/operations/recurring-bookings/api.server";
import { reviewsApi } from "../features/operations/reviews/api.server";
import { daysApi } from "../features/operations/scheduling/days/days-api.server";
import { slotsApi } from "../features/operations/scheduling/slots-api.server";
import { technicianPicturesApi } from "../features/operations/scheduling/technicians/pictures-api.server";
import { techniciansApi } from "../features/operations/scheduling/technicians/technicians-api.server";
import { ownVisitsApi, visitReportsApi } from "../features/operations/technician-app/api.server";
import { activityApi } from "../features/oversight/activity/api.server";
import { analyticsApi } from "../features/oversight/analytics/api.server";
import { notificationsApi } from "../features/oversight/notifications/api.server";
import { searchApi } from "../features/oversight/search/api.server";
import { securityApi } from "../features/oversight/security/api.server";
import { todayApi } from "../features/oversight/today/api.server";
import { invitationApi } from "../features/people/accounts/api/invitation-api.server";
import { ownAccountApi } from "../features/people/accounts/api/own-account-api.server";
import { signInApi } from "../features/people/accounts/api/sign-in-api.server";
import { signUpApi } from "../features/people/accounts/api/sign-up-api.server";
import { teamApi } from "../features/people/accounts/api/team-api.server";
import { twoFactorApi } from "../features/people/accounts/api/two-factor-api.server";
import { ownPropertiesApi } from "../features/people/accounts/properties/api.server";
import { getBookingDetails } from "../features/people/accounts/queries.server";
import { keysApi } from "../features/people/api-access/api.server";
import { keyPermissions } from "../features/people/api-access/key-areas";
import { webhooksApi } from "../features/people/api-access/webhooks-api.server";
import { backupsApi } from "../features/people/backups/api.server";
import { listBackupJobs } from "../features/people/backups/queries.server";
import { customerDeskApi } from "../features/people/customer-desk/api.server";
import { inboxApi } from "../features/people/inbox/api.server";
import { cannedRepliesApi } from "../features/people/inbox/canned/api.server";
import { receiveMessage } from "../features/people/inbox/receive.server";
import { contactApi } from "../features/website/contact/api.server";
import { contentApi } from "../features/website/content/api.server";
import { webTrackingApi } from "../features/website/web-tracking/api.server";
import { documentApi } from "../platform/api-page/api-document.server";
import { sessionApi } from "../platform/auth/session-api.server";
import { filesApi } from "../platform/files/files-api.server";
import type { ApiEnv } from "../platform/http/api.server";
import { mountEndpoints } from "../platform/http/mount-endpoints.server";
import { clientErrorsApi } from "../platform/incidents/client-errors.server";
import { backgroundJobsApi } from "../platform/jobs/background-jobs-api.server";
import { liveApi } from "../platform/live/live-api.server";
import { messageWebhooksApi } from "../platform/messaging/webhooks-api.server";
import { pushApi } from "../platform/push/push-api.server";
import { refusals } from "../refusals.server";
import { apiTags } from "./api-tags";

export const features = [
  sessionApi,
  signInApi,
  signUpApi,
  twoFactorApi,
  ownAccountApi,
  ownPropertiesApi,
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
  documentsApi,
  packagesApi,
  contractsApi,
  contractLinkApi,
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
  cannedRepliesApi,
  invoicesApi,
  finishedWorkApi,
  customerInvoicesApi,
  todayApi,
  searchApi,
  keysApi,
  analyticsApi,
  webhooksApi,
  liveApi,
  pushApi,
  messageWebhooksApi(receiveMessage),
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

const document = documentApi({ features, refusals, keyPermissions, tags: apiTags });
