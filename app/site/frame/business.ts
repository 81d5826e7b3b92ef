import { useRouteLoaderData } from "react-router";
import type { Business } from "~/features/business/queries.server";
import type { VisitorTerms } from "~/features/business/settings";

/** What the public may know of the business; it goes into every page. */
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

/** A service page that the navigation leads to. */
export interface NavService {
  id: string;
  name: string;
}

/** The business's identity, from the site's frame. */
export function useBusiness(): PublicBusiness {
  return useFrame().business;
}

/** What a visitor is told before booking. */
export function useTerms(): VisitorTerms {
  return useFrame().terms;
}

/** The VAT in a price of today, in percent; 0: none is charged. */
export function useVatPercent(): number {
  return useFrame().vatPercent;
}

/** Origin under which people reach the site, without a slash at the end. */
export function usePublicUrl(): string {
  return useFrame().publicUrl;
}

function useFrame() {
  const data = useRouteLoaderData<{
    business: PublicBusiness;
    terms: VisitorTerms;
    vatPercent: number;
    publicUrl: string;
  }>("site/frame/site-layout");
  if (!data) throw new Error("The business is known inside the site's frame only");
  return data;
}
