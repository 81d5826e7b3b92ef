import { useRouteLoaderData } from "react-router";
import type { Business } from "~/features/catalogue/queries.server";

/** What the public may know of the business; it goes into every page. */
export type PublicBusiness = Pick<
  Business,
  | "name"
  | "tagline"
  | "phone"
  | "emergencyPhone"
  | "whatsapp"
  | "email"
  | "address"
  | "serviceArea"
  | "instagram"
>;

/** The business's identity, from the site's frame. */
export function useBusiness(): PublicBusiness {
  const data = useRouteLoaderData<{ business: PublicBusiness }>("site/site-layout");
  if (!data) throw new Error("useBusiness is used outside the site's frame");
  return data.business;
}
