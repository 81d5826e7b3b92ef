import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CaptchaOffer } from "~/platform/auth/captcha";
import { refreshSession } from "~/platform/auth/session";
import { getJson, postJson } from "~/platform/browser/http-client";
import type { OwnAccessInput } from "../access/schema";
import type { BookingView } from "../bookings/views";
import type { DeviceView, Overview, OwnBookingList, ProfileView, PropertyView } from "./views";

/** The typed calls of /auth, /dashboard and /user-settings. Keys of what bookings change start with their live topic. */

/** A challenge works once: another `round` asks for another one. */
export const captchaOfferQuery = (round: number) =>
  queryOptions({
    queryKey: ["captcha", round],
    queryFn: ({ signal }) => getJson<CaptchaOffer>("/api/captcha", {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export interface NewAccount {
  name: string;
  email: string;
  password: string;
  captchaToken?: string;
}

export const signUp = (account: NewAccount) => postJson("/api/auth/sign-up/email", account);

interface MailedTo {
  email: string;
  captchaToken?: string;
}

export const sendConfirmation = (to: MailedTo) => postJson("/api/auth/send-verification-email", to);
export const sendReset = (to: MailedTo) => postJson("/api/auth/request-password-reset", to);
export const sendSignInCode = (to: MailedTo) => postJson("/api/auth/send-sign-in-code", to);

/** With `secondFactor`, nobody is signed in until a code of the app has followed. */
export async function signInByCode(by: { email: string; code: string; captchaToken?: string }) {
  const { secondFactor = false } = await postJson<{ secondFactor?: boolean }>("/api/auth/sign-in/code", by);
  if (!secondFactor) await refreshSession();
  return { secondFactor };
}

export const resetPassword = (body: { link: string; password: string }) =>
  postJson("/api/auth/reset-password", body);

export const overviewQuery = queryOptions({
  queryKey: ["booking", "overview"],
  queryFn: ({ signal }) => getJson<Overview>("/api/account/overview", {}, signal),
});

export const ownBookingsQuery = infiniteQueryOptions({
  queryKey: ["booking", "own"],
  queryFn: ({ pageParam, signal }) =>
    getJson<OwnBookingList>("/api/account/bookings", { cursor: pageParam }, signal),
  initialPageParam: "",
  getNextPageParam: (last) => last.nextCursor,
});

/** One's own booking, without the key of a mailed link. */
export const ownBookingQuery = (reference: string) =>
  queryOptions({
    queryKey: ["booking", "one", reference],
    queryFn: async ({ signal }) =>
      (await getJson<{ booking: BookingView }>(`/api/bookings/${reference}`, {}, signal)).booking,
  });

export const propertiesQuery = queryOptions({
  queryKey: ["booking", "properties"],
  queryFn: async ({ signal }) =>
    (await getJson<{ properties: PropertyView[] }>("/api/account/properties", {}, signal)).properties,
});

export type Address = Omit<PropertyView, "id" | "used" | "access">;

async function propertiesAfter(path: string, body: object): Promise<PropertyView[]> {
  return (await postJson<{ properties: PropertyView[] }>(`/api/account/properties${path}`, body)).properties;
}
export const addProperty = (address: Address) => propertiesAfter("", address);
export const changeProperty = (id: string, address: Address) => propertiesAfter(`/${id}`, address);
export const changeAccess = (id: string, access: OwnAccessInput & { version: number }) =>
  propertiesAfter(`/${id}/access`, access);
export const removeProperty = (id: string) => propertiesAfter(`/${id}/remove`, {});

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: async ({ signal }) =>
    (await getJson<{ profile: ProfileView }>("/api/account/profile", {}, signal)).profile,
});

async function profileAfter(path: string, body: object): Promise<ProfileView> {
  return (await postJson<{ profile: ProfileView }>(`/api/account/${path}`, body)).profile;
}
export const changeProfile = (profile: { name: string; phone: string; language: string }) =>
  profileAfter("profile", profile);
export const setMarketing = (marketing: boolean) => profileAfter("marketing", { marketing });
export const setWeeklySummary = (wanted: boolean) => profileAfter("weekly-summary", { wanted });
export const askForEmailChange = (body: { email: string; password: string }) => profileAfter("email", body);
export const confirmEmailChange = (link: string) => profileAfter("email/confirm", { link });
export const changePassword = (body: { currentPassword: string; password: string }) =>
  postJson("/api/account/password", body);

export const devicesQuery = queryOptions({
  queryKey: ["devices"],
  queryFn: async ({ signal }) =>
    (await getJson<{ devices: DeviceView[] }>("/api/account/devices", {}, signal)).devices,
});
async function devicesAfter(path: string): Promise<DeviceView[]> {
  return (await postJson<{ devices: DeviceView[] }>(`/api/account/devices/${path}`, {})).devices;
}
export const revokeDevice = (id: string) => devicesAfter(`${id}/revoke`);
export const revokeOtherDevices = () => devicesAfter("revoke-others");

export const setUpTwoFactor = (password: string) =>
  postJson<{ totpUri: string; recoveryCodes: string[] }>("/api/account/two-factor/set-up", { password });
export const confirmTwoFactor = (code: string) => postJson("/api/account/two-factor/confirm", { code });
export const turnOffTwoFactor = (password: string) =>
  postJson("/api/account/two-factor/turn-off", { password });
export const renewRecoveryCodes = async (password: string) =>
  (await postJson<{ recoveryCodes: string[] }>("/api/account/two-factor/recovery-codes", { password }))
    .recoveryCodes;

export const deleteAccount = (password: string) => postJson("/api/account/delete", { password });
