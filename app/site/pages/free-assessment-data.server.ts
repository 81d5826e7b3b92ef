import { listBookableItems } from "~/features/core/catalogue/queries.server";
import { labelForWorkTime } from "~/features/core/pricing/work-time-text";
import { postBooking } from "~/features/operations/bookings/submissions.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/free-assessment-page";
import { loadFormPage } from "./form/form-page.server";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const item = (await listBookableItems(ctx)).find(({ serviceId }) => serviceId === "free-survey");
  return {
    ...(await loadFormPage(ctx, { name: m.site_assessment(), path: "/free-assessment" })),
    duration: item ? labelForWorkTime(item.durationMin) : null,
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postBooking(context.get(pageCtx)!, request);
}
