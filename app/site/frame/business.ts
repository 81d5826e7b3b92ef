import { useRouteLoaderData } from "react-router";
import type { Business } from "~/features/core/business/queries.server";
import type { BookingTerms } from "~/features/core/business/settings";

/** Public facts of the business, part of every page. */
export type PublicBusiness = Pick<
  Business,
  | "name"
  | "tagline"
  | "projects"
  | "experience"
  | "phone"
  | "emergencyPhone"
  | "whatsapp"
  | "email"
  | "address"
  | "serviceArea"
  | "instagram"
  | "licence"
  | "logo"
>;

/** Service page in the navigation. */
export interface NavService {
  id: string;
  name: string;
}

export function useBusiness(): PublicBusiness {
  return useFrame().business;
}

/** Terms that visitors see before booking. */
export function useTerms(): BookingTerms {
  return useFrame().terms;
}

/** VAT rate of today's prices, in percent; 0 if none is charged. */
export function useVatPercent(): number {
  return useFrame().vatPercent;
}

/** Public origin, without a trailing slash. */
export function usePublicUrl(): string {
  return useFrame().publicUrl;
}

function useFrame() {
  const data = useRouteLoaderData<{
    business: PublicBusiness;
    terms: BookingTerms;
    vatPercent: number;
    publicUrl: string;
  }>("site/frame/site-layout");
  if (!data) throw new Error("Business details are only available inside the site layout");
  return data;
}
