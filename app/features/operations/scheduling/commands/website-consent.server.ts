import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { isSignedInTechnician } from "../technicians/signed-in-technician.server";

/** The technician agrees to appear on the website, or withdraws. The office cannot agree for a technician. */
export const setWebsiteConsent = command(
  "visits.report",
  async function setWebsiteConsent(ctx, { agreed }: { agreed: boolean }) {
    const technician = await ctx.db
      .selectFrom("technicians")
      .select(["technicians.id", "websiteConsentAt"])
      .where(isSignedInTechnician(ctx))
      .forUpdate()
      .executeTakeFirst();
    if (!technician) return refuse("not-found");
    if ((technician.websiteConsentAt !== null) === agreed) return { ok: true };
    await ctx.db
      .updateTable("technicians")
      .set({ websiteConsentAt: agreed ? ctx.now : null })
      .where("id", "=", technician.id)
      .execute();
    const name = agreed ? "technician.website-consent-given" : "technician.website-consent-withdrawn";
    await emit(ctx, name, technician.id, {});
    return { ok: true };
  },
);
