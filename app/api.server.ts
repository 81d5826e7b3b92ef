import { accountsApi } from "./features/accounts/api.server";
import { aftercareApi } from "./features/aftercare/api.server";
import { bookingsApi } from "./features/bookings/api.server";
import { catalogueApi } from "./features/catalogue/api.server";
import { contactApi } from "./features/contact/api.server";
import { contractsApi } from "./features/contracts/api.server";
import { notificationsApi } from "./features/notifications/api.server";
import { schedulingApi } from "./features/scheduling/api.server";
import { securityApi } from "./features/security/api.server";
import { newApi } from "./platform/api.server";
import { documentApi } from "./platform/api-document.server";
import { filesApi } from "./platform/files-api.server";

/** Every API URL, under /api. */
export const api = newApi();
api.route("/", catalogueApi);
api.route("/", schedulingApi);
api.route("/", accountsApi);
api.route("/", bookingsApi);
api.route("/", contractsApi);
api.route("/", contactApi);
api.route("/", notificationsApi);
api.route("/", aftercareApi);
api.route("/", securityApi);
api.route("/", filesApi);
documentApi(api);
