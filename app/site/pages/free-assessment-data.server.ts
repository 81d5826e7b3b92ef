import { postBooking } from "~/features/operations/bookings/submissions.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/free-assessment-page";
import { loadFormPage } from "./form/form-page.server";

export function loader({ context }: Route.LoaderArgs) {
  return loadFormPage(context.get(pageCtx)!, { name: m.site_assessment(), path: "/free-assessment" });
}

export function action({ context, request }: Route.ActionArgs) {
  return postBooking(context.get(pageCtx)!, request);
}
