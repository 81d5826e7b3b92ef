import { newApi } from "~/platform/api.server";
import { inviteApi } from "./api/invite-api.server";
import { ownRecordsApi } from "./api/own-records-api.server";
import { profileApi } from "./api/profile-api.server";
import { signInApi } from "./api/sign-in-api.server";
import { signUpApi } from "./api/sign-up-api.server";
import { twoFactorApi } from "./api/two-factor-api.server";

/** Everything about accounts: getting in, and what people do with their own. */
export const accountsApi = newApi();
accountsApi.route("/", signInApi);
accountsApi.route("/", signUpApi);
accountsApi.route("/", twoFactorApi);
accountsApi.route("/", profileApi);
accountsApi.route("/", ownRecordsApi);
accountsApi.route("/", inviteApi);
