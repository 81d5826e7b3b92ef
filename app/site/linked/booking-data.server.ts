import { type BookingOfLink, findBookingOfLink } from "~/features/operations/bookings/queries.server";
import { postToBooking } from "~/features/operations/bookings/submissions.server";
import { moveLinkKeyToCookie } from "~/platform/auth/links/link-keys.server";
import { type PageCtx, pageCtx } from "~/server/context.server";
import type { Route } from "./+types/booking-page";

/** Loads the booking for holders of its key, so that the page also works without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<BookingOfLink> {
  const ctx = context.get(pageCtx)!;
  const { reference } = params;
  const find = (ctx: PageCtx, key: string) => findBookingOfLink(ctx, ctx, { reference, key });
  await moveLinkKeyToCookie(request, ctx, { below: "/bookings", reference }, async (ctx, key) => {
    const { booking, linkExpired } = await find(ctx, key);
    return booking !== null || linkExpired;
  });
  return find(ctx, "");
}

/** Forms without JavaScript: confirmation of the email, or a new link after the old one has expired. */
export async function action({ context, params, request }: Route.ActionArgs) {
  return postToBooking(context.get(pageCtx)!, params.reference, request);
}
