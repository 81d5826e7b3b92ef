import { m } from "~/paraglide/messages";
import type { Reaction } from "~/platform/events/reaction.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import "../catalogue/table";
import "./table";

/**
 * A service that the office adds has a page at once: what is known of it, and what holds for every job. The office writes it anew in
 * the website's content.
 */
export const writeFirstPage: Reaction<"service.added"> = {
  name: "first-page",
  async run(ctx, { subjectId }) {
    const service = await ctx.db
      .selectFrom("services")
      .select(["id", "name", "summary"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
    if (!service) return;
    // What the office has not written yet is in the language of the site.
    await inLocale(DEFAULT_LOCALE, async () => {
      const { id, name, summary } = service;
      const written = await ctx.db
        .insertInto("service_pages")
        .values({
          service_id: id,
          category: "upkeep",
          headline: name.slice(0, 80),
          lead: (summary || name).slice(0, 400),
          description: m.website_first_description({ service: name }).slice(0, 170),
          duration: m.website_first_duration(),
          warranty: m.website_first_warranty(),
          included: [
            m.website_first_included_work(),
            m.website_first_included_price(),
            m.website_first_included_tidy(),
          ],
        })
        .onConflict((conflict) => conflict.column("service_id").doNothing())
        .returning("service_id")
        .executeTakeFirst();
      if (!written) return;
      const steps = [
        { title: m.website_first_step_ask(), body: m.website_first_step_ask_body() },
        { title: m.website_first_step_price(), body: m.website_first_step_price_body() },
        { title: m.website_first_step_work(), body: m.website_first_step_work_body() },
      ];
      await ctx.db
        .insertInto("service_steps")
        .values(steps.map((step, position) => ({ ...step, service_id: id, position })))
        .execute();
      await ctx.db.updateTable("services").set({ page: true }).where("id", "=", id).execute();
    });
  },
};
