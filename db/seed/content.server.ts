import type { Ctx } from "~/platform/context";
import { packageTexts } from "./catalogue-arabic";
import { portfolio, testimonials } from "./content";
import { packagePrices, packages } from "./packages";
import { servicePages } from "./service-pages";
import { servicePagesArabic } from "./service-pages-ar";

/** Seeds the content of the public pages. `firstPrices`: Dubai day from which prices are valid. */
export async function seedContent(ctx: Ctx, firstPrices: string): Promise<void> {
  await ctx.db
    .insertInto("packages")
    .values(packages.map((each, position) => ({ ...each, ...packageTexts[each.id], position })))
    .execute();
  await ctx.db
    .insertInto("packagePrices")
    .values(packagePrices.map((price) => ({ ...price, effectiveFrom: firstPrices })))
    .execute();
  for (const { jobs, steps, faqs, ...page } of servicePages) {
    const { serviceId } = page;
    const inOrder = <Entry>(entries: Entry[]) =>
      entries.map((entry, position) => ({ ...entry, serviceId, position }));
    const arabic = servicePagesArabic[serviceId]!;
    await ctx.db
      .insertInto("servicePages")
      .values({
        ...page,
        headlineAr: arabic.headline,
        introductionAr: arabic.introduction,
        descriptionAr: arabic.description,
        durationAr: arabic.duration,
        warrantyAr: arabic.warranty,
        includedAr: arabic.included,
        notIncludedAr: arabic.notIncluded,
      })
      .execute();
    await ctx.db
      .insertInto("serviceJobs")
      .values(inOrder(jobs).map((job, at) => ({ ...job, titleAr: arabic.jobs[at], published: true })))
      .execute();
    await ctx.db
      .insertInto("serviceSteps")
      .values(
        inOrder(steps).map((step, at) => ({
          ...step,
          titleAr: arabic.steps[at]?.title,
          bodyAr: arabic.steps[at]?.body,
        })),
      )
      .execute();
    await ctx.db
      .insertInto("serviceFaqs")
      .values(
        inOrder(faqs).map((faq, at) => ({
          ...faq,
          questionAr: arabic.faqs[at]?.question,
          answerAr: arabic.faqs[at]?.answer,
          published: true,
        })),
      )
      .execute();
  }
}

/** Invented testimonials and portfolio, not seeded for a real business. */
export async function seedSampleContent(ctx: Ctx): Promise<void> {
  const inOrder = <Entry>(entries: Entry[]) =>
    entries.map((entry, position) => ({ ...entry, position, published: true }));
  await ctx.db.insertInto("testimonials").values(inOrder(testimonials)).execute();
  await ctx.db.insertInto("portfolioItems").values(inOrder(portfolio)).execute();
}
