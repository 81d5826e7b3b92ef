import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";

/** Creates a page for every added service. */
export const createServicePage: Reaction<"service.added"> = {
  name: "create-service-page",
  run: function createServicePage(ctx, { subjectId }) {
    return writePage(ctx, subjectId);
  },
};

/** Creates missing pages of services added by the office. Some initial services have none on purpose. */
export async function createMissingPages(ctx: Ctx): Promise<void> {
  const servicesWithoutPage = await ctx.db
    .selectFrom("services")
    .leftJoin("servicePages", "servicePages.serviceId", "services.id")
    .select("services.id")
    .where("servicePages.serviceId", "is", null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("trail")
          .select("trail.id")
          .where("type", "=", "service.added")
          .where("subjectType", "=", "service")
          .whereRef("subjectId", "=", "services.id"),
      ),
    )
    .execute();
  for (const { id } of servicesWithoutPage) await inTransaction(ctx, (ctx) => writePage(ctx, id));
}

/** Writes a page from known facts; the office edits it later. */
async function writePage(ctx: Ctx, serviceId: string): Promise<void> {
  const service = await ctx.db
    .selectFrom("services")
    .select(["id", "name", "summary"])
    .where("id", "=", serviceId)
    .executeTakeFirst();
  if (!service) return;
  // Generated text uses the site's default language.
  await inLocale(DEFAULT_LOCALE, async () => {
    const { id, name, summary } = service;
    const inserted = await ctx.db
      .insertInto("servicePages")
      .values({
        serviceId: id,
        category: "upkeep",
        headline: name.slice(0, 80),
        introduction: (summary || name).slice(0, 400),
        description: m.website_default_description({ service: name }).slice(0, 170),
        duration: m.website_default_duration(),
        warranty: m.website_default_warranty(),
        included: [
          m.website_default_included_work(),
          m.website_default_included_price(),
          m.website_default_included_tidy(),
        ],
      })
      .onConflict((conflict) => conflict.column("serviceId").doNothing())
      .returning("serviceId")
      .executeTakeFirst();
    if (!inserted) return;
    const steps = [
      { title: m.website_default_step_ask(), body: m.website_default_step_ask_body() },
      { title: m.website_default_step_price(), body: m.website_default_step_price_body() },
      { title: m.website_default_step_work(), body: m.website_default_step_work_body() },
    ];
    await ctx.db
      .insertInto("serviceSteps")
      .values(steps.map((step, position) => ({ ...step, serviceId: id, position })))
      .execute();
    await ctx.db.updateTable("services").set({ page: true }).where("id", "=", id).execute();
  });
}
