import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { formatPhone } from "~/platform/text/phone";
import { dubaiDate } from "~/platform/time";
import { getBookingTerms, getBusiness, getVatPercent } from "../../core/business/queries.server";
import { readSettings } from "../../core/business/read-settings.server";
import { listBookableItems, listServices } from "../../core/catalogue/queries.server";
import { priceOf } from "../../core/pricing/price";
import { listJobPrices } from "./job-prices.server";
import type { LegalText, Surcharge } from "./legal/legal-text";
import { privacyPolicy } from "./legal/privacy-policy.en";
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

/** Published testimonials in order. */
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
  return rows.map((row) => ({
    id: row.id,
    quote: row.quote,
    clientName: row.client_name,
    role: row.role,
    photoId: row.photo_id,
  }));
});

/** Published work of one service or all, without archived services. */
export const listPortfolio = query(
  "website.use",
  async function listPortfolio(ctx, serviceId?: string): Promise<PortfolioItem[]> {
    let portfolioQuery = ctx.db
      .selectFrom("portfolio_items")
      .innerJoin("services", "services.id", "portfolio_items.service_id")
      .selectAll("portfolio_items")
      .select("services.name as service_name")
      .where("published", "=", true)
      .where("services.active", "=", true)
      .orderBy("portfolio_items.position")
      .orderBy("portfolio_items.id");
    if (serviceId) portfolioQuery = portfolioQuery.where("service_id", "=", serviceId);
    const rows = await portfolioQuery.execute();
    return rows.map((row) => ({
      id: row.id,
      serviceId: row.service_id,
      serviceName: row.service_name,
      title: row.title,
      area: row.area,
      summary: row.summary,
      duration: row.duration,
      drawing: row.drawing,
      beforeId: row.before_file_id,
      afterId: row.after_file_id,
    }));
  },
);

/** Published certificates valid today, in order. */
export const listCertificates = query("website.use", async function listCertificates(ctx): Promise<
  CertificateView[]
> {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("company_certificates")
    .selectAll()
    .where("published", "=", true)
    .where((eb) => eb.or([eb("expires_on", "is", null), eb("expires_on", ">=", today)]))
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map(({ id, kind, title, issuer, number, expires_on, file_id }) => ({
    id,
    kind,
    title,
    issuer,
    number,
    expiresOn: expires_on,
    fileId: file_id,
  }));
});

/** Services with a page, by category; empty categories are left out. */
export const listServiceGroups = query("website.use", async function listServiceGroups(ctx): Promise<
  ServiceGroup[]
> {
  const services = (await listServices(ctx)).filter(({ page }) => page);
  const pages = await ctx.db
    .selectFrom("service_pages")
    .select(["service_id", "category", "duration"])
    .execute();
  return serviceCategories.flatMap((category) => {
    const listed = services.flatMap((service) => {
      const page = pages.find(({ service_id }) => service_id === service.id);
      return page?.category === category ? [{ ...service, duration: page.duration }] : [];
    });
    return listed.length > 0 ? [{ category, services: listed }] : [];
  });
});

/** Service page; null if unknown, archived or without a page. */
export const findServicePage = query(
  "website.use",
  async function findServicePage(ctx, serviceId: string): Promise<ServicePage | null> {
    const page = await ctx.db
      .selectFrom("service_pages")
      .innerJoin("services", "services.id", "service_pages.service_id")
      .selectAll("service_pages")
      .where("services.id", "=", serviceId)
      .where("services.active", "=", true)
      .where("services.page", "=", true)
      .executeTakeFirst();
    if (!page) return null;
    return {
      serviceId,
      headline: page.headline,
      introduction: page.introduction,
      description: page.description,
      duration: page.duration,
      warranty: page.warranty,
      included: page.included,
      notIncluded: page.not_included,
      jobs: await listTypicalJobs(ctx, serviceId),
      steps: await ctx.db
        .selectFrom("service_steps")
        .select(["title", "body"])
        .where("service_id", "=", serviceId)
        .orderBy("position")
        .execute(),
      faqs: await ctx.db
        .selectFrom("service_faqs")
        .select(["question", "answer"])
        .where("service_id", "=", serviceId)
        .where("published", "=", true)
        .orderBy("position")
        .orderBy("id")
        .execute(),
      packageId: page.package_id,
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
    .selectFrom("service_jobs")
    .select(["id", "title", "price_item", "quantity"])
    .where("service_id", "=", serviceId)
    .where("published", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const named = jobs.length > 0 ? jobs : prices.map(asJob);
  return named.flatMap(({ id, title, price_item, quantity }) => {
    const price = prices.find(({ item }) => item === price_item);
    if (!price) return [];
    return [{ id, title, quantity, mode: price.mode, unit: price.unit, fils: priceOf(price, quantity) }];
  });
}

function asJob({ item, name }: JobPrice) {
  return { id: item, title: name, price_item: item, quantity: 1 };
}

/** Last change of each table shown on public pages. */
export const listContentChanges = query("website.use", async function listContentChanges(ctx): Promise<
  { table: string; changedAt: Date }[]
> {
  const rows = await ctx.db.selectFrom("content_changes").select(["table_name", "changed_at"]).execute();
  return rows.map((row) => ({ table: row.table_name, changedAt: row.changed_at }));
});

const legalTexts = { privacy: privacyPolicy, terms: termsOfService };

/** Legal text with current business facts. */
export const getLegalText = query(
  "website.use",
  async function getLegalText(ctx, text: keyof typeof legalTexts): Promise<LegalText> {
    const [business, terms, vatPercent, retention, items] = await Promise.all([
      getBusiness(ctx),
      getBookingTerms(ctx),
      getVatPercent(ctx),
      readSettings(ctx, "retention"),
      listBookableItems(ctx),
    ]);
    const charged = items.filter(({ fils }) => fils);
    return legalTexts[text]({
      ...business,
      phone: formatPhone(business.phone),
      emergencyPhone: formatPhone(business.emergencyPhone),
      terms,
      vatPercent,
      surcharges: {
        outOfHours: highestOf(charged.map(({ outOfHoursSurcharge }) => outOfHoursSurcharge)),
        emergency: highestOf(charged.map(({ emergencySurcharge }) => emergencySurcharge)),
      },
      retention: retention.values,
    });
  },
);

function highestOf(percents: readonly number[]): Surcharge {
  return { percent: Math.max(0, ...percents), varies: new Set(percents).size > 1 };
}
