import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { inReaderLanguage, textInReaderLanguage } from "~/platform/locale/content-language.server";
import { ARABIC, currentLocale } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { dubaiDate } from "~/platform/time";
import { getBookingTerms, getBusiness, getVatPercent } from "../../core/business/queries.server";
import { readSettingGroups } from "../../core/business/read-settings.server";
import { listBookableItems, listServices } from "../../core/catalogue/queries.server";
import { addSurcharge } from "../../core/pricing/booking-price";
import { priceOf } from "../../core/pricing/price";
import { fillFromBook } from "./book-text";
import { listJobPrices } from "./job-prices.server";
import type { LegalText, Surcharge } from "./legal/legal-text";
import { privacyPolicyArabic } from "./legal/privacy-policy.ar";
import { privacyPolicy } from "./legal/privacy-policy.en";
import { termsOfServiceArabic } from "./legal/terms-of-service.ar";
import { termsOfService } from "./legal/terms-of-service.en";
import {
  type CertificateView,
  type JobPrice,
  type PortfolioItem,
  type ServiceGroup,
  type ServicePage,
  serviceCategories,
  type TestimonialView,
  type TypicalJob,
} from "./views";

/** Published testimonials in order, in the reader's language like all content below. */
export const listTestimonials = query("website.use", async function listTestimonials(ctx): Promise<
  TestimonialView[]
> {
  const rows = await ctx.db
    .selectFrom("testimonials")
    .selectAll()
    .where("published", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { id, quote, clientName, role, photoId } = inReaderLanguage(row, ["quote", "clientName", "role"]);
    return { id, quote, clientName, role, photoId };
  });
});

/** Published work of one service or all, without archived services. */
export const listPortfolio = query(
  "website.use",
  async function listPortfolio(ctx, serviceId?: string): Promise<PortfolioItem[]> {
    let portfolioQuery = ctx.db
      .selectFrom("portfolioItems")
      .innerJoin("services", "services.id", "portfolioItems.serviceId")
      .selectAll("portfolioItems")
      .select(textInReaderLanguage("services.name").as("serviceName"))
      .where("published", "=", true)
      .where("services.active", "=", true)
      .orderBy("portfolioItems.position")
      .orderBy("portfolioItems.id");
    if (serviceId) portfolioQuery = portfolioQuery.where("serviceId", "=", serviceId);
    const rows = await portfolioQuery.execute();
    return rows.map((row) => {
      const { id, serviceId, serviceName, beforeFileId, afterFileId, ...work } = inReaderLanguage(row, [
        "title",
        "area",
        "summary",
        "duration",
      ]);
      const { title, area, summary, duration, drawing } = work;
      return {
        ...{ id, serviceId, serviceName, title, area, summary, duration, drawing },
        beforeId: beforeFileId,
        afterId: afterFileId,
      };
    });
  },
);

/** Published certificates valid today, in order. */
export const listCertificates = query("website.use", async function listCertificates(ctx): Promise<
  CertificateView[]
> {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("companyCertificates")
    .selectAll()
    .where("published", "=", true)
    .where((eb) => eb.or([eb("expiresOn", "is", null), eb("expiresOn", ">=", today)]))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { id, kind, title, issuer, number, expiresOn, fileId } = inReaderLanguage(row, ["title", "issuer"]);
    return { id, kind, title, issuer, number, expiresOn, fileId };
  });
});

/** Services with a page, by category; empty categories are left out. */
export const listServiceGroups = query("website.use", async function listServiceGroups(ctx): Promise<
  ServiceGroup[]
> {
  const services = (await listServices(ctx)).filter(({ page }) => page);
  const pages = await ctx.db
    .selectFrom("servicePages")
    .select(["serviceId", "category", "duration", "durationAr"])
    .execute();
  const fill = await loadTextFiller(ctx);
  return serviceCategories.flatMap((category) => {
    const listed = services.flatMap((service) => {
      const page = pages.find(({ serviceId }) => serviceId === service.id);
      return page?.category === category
        ? [{ ...service, duration: fill(inReaderLanguage(page, ["duration"]).duration) }]
        : [];
    });
    return listed.length > 0 ? [{ category, services: listed }] : [];
  });
});

/** Fills prices and durations of today into texts. */
async function loadTextFiller(ctx: Ctx): Promise<(text: string) => string> {
  const items = await listBookableItems(ctx);
  const book = items.map((item) => ({
    ...item,
    ...addSurcharge(item, item.emergency ? "emergency-uplift" : null),
  }));
  return (text) => fillFromBook(text, book);
}

/** Service page; null if unknown, archived or without a page. */
export const findServicePage = query(
  "website.use",
  async function findServicePage(ctx, serviceId: string): Promise<ServicePage | null> {
    const row = await ctx.db
      .selectFrom("servicePages")
      .innerJoin("services", "services.id", "servicePages.serviceId")
      .selectAll("servicePages")
      .where("services.id", "=", serviceId)
      .where("services.active", "=", true)
      .where("services.page", "=", true)
      .executeTakeFirst();
    if (!row) return null;
    const page = inReaderLanguage(row, [
      ...(["headline", "introduction", "description", "duration", "warranty"] as const),
      ...(["included", "notIncluded"] as const),
    ]);
    const [fill, jobs, steps, faqs] = await Promise.all([
      loadTextFiller(ctx),
      listTypicalJobs(ctx, serviceId),
      ctx.db
        .selectFrom("serviceSteps")
        .select(["title", "titleAr", "body", "bodyAr"])
        .where("serviceId", "=", serviceId)
        .orderBy("position")
        .execute(),
      ctx.db
        .selectFrom("serviceFaqs")
        .select(["question", "questionAr", "answer", "answerAr"])
        .where("serviceId", "=", serviceId)
        .where("published", "=", true)
        .orderBy("position")
        .orderBy("id")
        .execute(),
    ]);
    return {
      serviceId,
      headline: fill(page.headline),
      introduction: fill(page.introduction),
      description: fill(page.description),
      duration: fill(page.duration),
      warranty: fill(page.warranty),
      included: page.included.map(fill),
      notIncluded: page.notIncluded.map(fill),
      jobs,
      steps: steps.map((step) => {
        const { title, body } = inReaderLanguage(step, ["title", "body"]);
        return { title: fill(title), body: fill(body) };
      }),
      faqs: faqs.map((faq) => {
        const { question, answer } = inReaderLanguage(faq, ["question", "answer"]);
        return { question: fill(question), answer: fill(answer) };
      }),
      packageId: page.packageId,
    };
  },
);

/**
 * Typical jobs at today's prices, without those whose item was deleted. Without published jobs, the items of
 * the price book.
 */
async function listTypicalJobs(ctx: Ctx, serviceId: string): Promise<TypicalJob[]> {
  const prices = await listJobPrices(ctx, serviceId);
  const jobs = await ctx.db
    .selectFrom("serviceJobs")
    .select(["id", "title", "titleAr", "priceItem", "quantity"])
    .where("serviceId", "=", serviceId)
    .where("published", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const named = jobs.length > 0 ? jobs.map((job) => inReaderLanguage(job, ["title"])) : prices.map(asJob);
  return named.flatMap(({ id, title, priceItem, quantity }) => {
    const price = prices.find(({ item }) => item === priceItem);
    if (!price) return [];
    const { mode, unit, durationMin } = price;
    return [
      { id, title, item: priceItem, quantity, mode, unit, durationMin, fils: priceOf(price, quantity) },
    ];
  });
}

function asJob({ item, name }: JobPrice) {
  return { id: item, title: name, priceItem: item, quantity: 1 };
}

/** Last change of each table shown on public pages. */
export const listContentChanges = query("website.use", async function listContentChanges(ctx): Promise<
  { table: string; changedAt: Date }[]
> {
  const rows = await ctx.db.selectFrom("contentChanges").select(["tableName", "changedAt"]).execute();
  return rows.map((row) => ({ table: row.tableName, changedAt: row.changedAt }));
});

const legalTexts = { privacy: privacyPolicy, terms: termsOfService };
const arabicLegalTexts = { privacy: privacyPolicyArabic, terms: termsOfServiceArabic };

/** Legal text with current business facts, in the language of the page. */
export const getLegalText = query(
  "website.use",
  async function getLegalText(ctx, text: keyof typeof legalTexts): Promise<LegalText> {
    const [business, terms, vatPercent, settings, items] = await Promise.all([
      getBusiness(ctx),
      getBookingTerms(ctx),
      getVatPercent(ctx),
      readSettingGroups(ctx, ["retention", "backups", "money"]),
      listBookableItems(ctx),
    ]);
    const charged = items.filter(({ fils }) => fils);
    const texts = currentLocale() === ARABIC ? arabicLegalTexts : legalTexts;
    return texts[text]({
      ...business,
      phone: formatPhone(business.phone),
      emergencyPhone: formatPhone(business.emergencyPhone),
      terms,
      vatPercent,
      surcharges: {
        outOfHours: highestOf(charged.map(({ outOfHoursSurcharge }) => outOfHoursSurcharge)),
        emergency: highestOf(charged.map(({ emergencySurcharge }) => emergencySurcharge)),
      },
      retention: settings("retention").values,
      documentYears: settings("money").values.keepYears,
      backupsKept: settings("backups").values.keep,
    });
  },
);

function highestOf(percents: readonly number[]): Surcharge {
  return { percent: Math.max(0, ...percents), varies: new Set(percents).size > 1 };
}
