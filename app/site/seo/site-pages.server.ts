import { getBusiness } from "~/features/catalogue/queries.server";
import type { Ctx } from "~/platform/context";

/** A page that is meant to be found. */
export interface SitePage {
  path: string;
  /** For the picture that link previews show. */
  headline: string;
  /** The tables whose changes are changes of the page, beside those of the frame. */
  tables: readonly string[];
}

/** What the frame of every page shows. */
export const FRAME_TABLES = ["business"];

/** Every page of the site map, as the office has it now. */
export async function listSitePages(ctx: Ctx): Promise<SitePage[]> {
  const business = await getBusiness(ctx);
  return [{ path: "/", headline: business.tagline, tables: ["services", "prices", "opening_hours"] }];
}
