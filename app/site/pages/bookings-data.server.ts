import { postBooking, postLinkRequest } from "~/features/operations/bookings/submissions.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/bookings-page";
import { loadFormPage } from "./form/form-page.server";

export function loader({ context }: Route.LoaderArgs) {
  return loadFormPage(context.get(pageCtx)!, { name: m.site_bookings(), path: "/bookings" });
}

/** The page has two forms; the one for a link has `?follow` in its address. */
export function action({ context, request }: Route.ActionArgs) {
  const post = new URL(request.url).searchParams.has("follow") ? postLinkRequest : postBooking;
  return post(context.get(pageCtx)!, request);
}
