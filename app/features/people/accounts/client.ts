import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { refreshSession } from "~/platform/auth/session";
import { apiClient } from "~/platform/browser/api-client";
import { HttpError } from "~/platform/browser/http-client";
import type { Locale } from "~/platform/locale/locale";
import type { CustomerChannel, TextChannel } from "~/platform/messaging/channel";
import type { bookingLinkApi } from "../../operations/bookings/api/booking-link-api.server";
import type { VisitChanges } from "./account";
import type { ownAccountApi } from "./api/own-account-api.server";
import type { signInApi } from "./api/sign-in-api.server";
import type { signUpApi } from "./api/sign-up-api.server";
import type { twoFactorApi } from "./api/two-factor-api.server";
import type { mailedToSchema, profileSchema, signInCodeSchema, signInSchema, signUpSchema } from "./schema";
import type { DeviceView, ProfileView } from "./views";

/** Query keys start with the live topic that changes them. */

const auth = apiClient<typeof signInApi | typeof signUpApi>();

const own = apiClient<typeof ownAccountApi | typeof twoFactorApi | typeof bookingLinkApi>();

/** A challenge works once; another `round` fetches a new one. */
export const captchaOfferQuery = (round: number) => ({
  ...auth.query(["captcha", round], "/captcha", {}),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export const signUp = (account: z.input<typeof signUpSchema>) => auth.send("/auth/sign-up/email", account);

type MailedTo = z.input<typeof mailedToSchema>;

export const sendConfirmation = (to: MailedTo) => auth.send("/auth/send-verification-email", to);

export const sendReset = (to: MailedTo) => auth.send("/auth/request-password-reset", to);

export const sendSignInCode = (to: MailedTo) => auth.send("/auth/send-sign-in-code", to);

/** Throws an `HttpError` with the reason. */
export async function signIn(credentials: z.input<typeof signInSchema>) {
  const answer = await auth.send("/auth/sign-in/email", credentials).catch((error) => {
    if (error instanceof HttpError && error.status === 401) logFailure(credentials.email);
    throw error;
  });
  return enter(answer);
}

export const signInByCode = async (by: z.input<typeof signInCodeSchema>) =>
  enter(await auth.send("/auth/sign-in/code", by));

/** With `secondFactor`, the sign-in continues with a code of the app. */
async function enter({ secondFactor = false }: { secondFactor?: boolean }) {
  if (!secondFactor) await refreshSession();
  return { secondFactor };
}

/** Second step of a sign-in: TOTP or recovery code. */
export async function confirmSecondFactor(kind: "totp" | "recovery", code: string): Promise<void> {
  await auth.send(`/auth/two-factor/verify-${kind === "totp" ? "totp" : "backup-code"}`, { code });
  await refreshSession();
}

function logFailure(email: string): void {
  import("~/platform/incidents/security-log").then(
    (log) => log.logSecurityEvent("auth_failure", "Sign-in refused", { userId: log.accountTrace(email) }),
    () => {},
  );
}

export const resetPassword = (body: { link: string; password: string }) =>
  auth.send("/auth/reset-password", body);

export const overviewQuery = own.query(["booking", "overview"], "/account/overview", {});

/** `open`: open bookings, otherwise past ones. */
export const ownBookingsQuery = (open: "yes" | "no") =>
  infiniteQueryOptions({
    queryKey: ["booking", "own", open],
    queryFn: ({ pageParam, signal }) => own.get("/account/bookings", { open, cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor,
  });

export const ownBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "one", reference],
    queryFn: async ({ signal }) => (await own.get("/bookings/{reference}", { reference }, signal)).booking,
  });

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) => (await own.get("/account/profile", {}, signal)).profile,
});

const profileOf = ({ profile }: { profile: ProfileView }) => profile;

export const changeProfile = (profile: z.input<typeof profileSchema>) =>
  own.send("/account/profile", profile).then(profileOf);

export const setMarketing = (marketing: boolean) =>
  own.send("/account/marketing", { marketing }).then(profileOf);

export const setWeeklySummary = (subscribed: boolean) =>
  own.send("/account/weekly-summary", { enabled: subscribed }).then(profileOf);

export const ownChannelsQuery = own.query(["own-channels"], "/account/message-channels", {});

export const chooseOwnChannel = (channel: CustomerChannel) =>
  own.send("/account/message-channels", { channel });

export const reopenOwnChannel = (channel: TextChannel) =>
  own.send("/account/message-channels/reopen", { channel });

export const chooseVisitChanges = (visitChanges: VisitChanges) =>
  own.send("/account/visit-changes", { visitChanges }).then(profileOf);

export const chooseLanguage = (language: Locale) =>
  own.send("/account/language", { language }).then(profileOf);

export const requestEmailChange = (body: { email: string; password: string }) =>
  own.send("/account/email", body).then(profileOf);

export const confirmEmailChange = (link: string) =>
  own.send("/account/email/confirm", { link }).then(profileOf);

export const changePassword = (body: { currentPassword: string; password: string }) =>
  own.send("/account/password", body);

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: async ({ signal }) => (await own.get("/account/devices", {}, signal)).devices,
});

const devicesOf = ({ devices }: { devices: DeviceView[] }) => devices;

export const revokeDevice = (id: string) => own.send("/account/devices/{id}/revoke", { id }).then(devicesOf);

export const revokeOtherDevices = () => own.send("/account/devices/revoke-others", {}).then(devicesOf);

export const setUpTwoFactor = (password: string) => own.send("/account/two-factor/set-up", { password });

export const confirmTwoFactor = (code: string) => own.send("/account/two-factor/confirm", { code });

export const turnOffTwoFactor = (password: string) => own.send("/account/two-factor/turn-off", { password });

export const renewRecoveryCodes = async (password: string) =>
  (await own.send("/account/two-factor/recovery-codes", { password })).recoveryCodes;

export const deleteAccount = (password: string) => own.send("/account/delete", { password });
