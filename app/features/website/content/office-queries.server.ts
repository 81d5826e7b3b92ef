import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { daysBetween, dubaiDate } from "~/platform/time";
import type { Drawing } from "./content-entry";
import { selectJobPhotos } from "./job-photos.server";
import { listJobPrices } from "./job-prices.server";
import type { JobPhotos, OfficeContent } from "./views";

/** All website content, published or not. */
export const listOfficeContent = query(
  "settings.manage",
  async function listOfficeContent(ctx): Promise<OfficeContent> {
    const [testimonials, faqs, jobs, jobPrices, portfolioItems, companyCertificates, pages, steps, services] =
      await Promise.all([
        ctx.db.selectFrom("testimonials").selectAll().orderBy("position").orderBy("id").execute(),
        ctx.db
          .selectFrom("service_faqs")
          .selectAll()
          .orderBy("service_id")
          .orderBy("position")
          .orderBy("id")
          .execute(),
        ctx.db
          .selectFrom("service_jobs")
          .selectAll()
          .orderBy("service_id")
          .orderBy("position")
          .orderBy("id")
          .execute(),
        listJobPrices(ctx),
        ctx.db
          .selectFrom("portfolio_items")
          .leftJoin("bookings", "bookings.id", "portfolio_items.booking_id")
          .selectAll("portfolio_items")
          .select("bookings.reference")
          .orderBy("portfolio_items.position")
          .orderBy("portfolio_items.id")
          .execute(),
        ctx.db
          .selectFrom("company_certificates")
          .leftJoin("files", "files.id", "company_certificates.file_id")
          .selectAll("company_certificates")
          .select("files.content_type")
          .orderBy("company_certificates.position")
          .orderBy("company_certificates.id")
          .execute(),
        ctx.db
          .selectFrom("service_pages")
          .innerJoin("services", "services.id", "service_pages.service_id")
          .selectAll("service_pages")
          .select("services.name")
          .orderBy("services.position")
          .orderBy("services.id")
          .execute(),
        ctx.db.selectFrom("service_steps").selectAll().orderBy("position").execute(),
        ctx.db
          .selectFrom("services")
          .select(["id", "name"])
          .where("active", "=", true)
          .where("page", "=", true)
          .orderBy("position")
          .orderBy("id")
          .execute(),
      ]);
    const today = dubaiDate(ctx.now);
    return {
      testimonials: testimonials.map(({ id, version, published, quote, client_name, role, photo_id }) => ({
        ...{ id, version, published, quote, role },
        clientName: client_name,
        photoId: photo_id,
      })),
      faqs: faqs.map(({ id, version, published, service_id, question, answer }) => ({
        ...{ id, version, published, question, answer },
        serviceId: service_id,
      })),
      jobs: jobs.map(({ id, version, published, service_id, title, price_item, quantity }) => ({
        ...{ id, version, published, title, quantity },
        serviceId: service_id,
        priceItem: price_item,
      })),
      jobPrices,
      portfolioItems: portfolioItems.map(
        ({ service_id, before_file_id, after_file_id, drawing, ...row }) => ({
          id: row.id,
          version: row.version,
          published: row.published,
          serviceId: service_id,
          title: row.title,
          area: row.area,
          summary: row.summary,
          duration: row.duration,
          drawing: drawing as Drawing | null,
          beforeId: before_file_id,
          afterId: after_file_id,
          job:
            row.booking_id && row.reference && row.consent
              ? { bookingId: row.booking_id, reference: row.reference, consent: row.consent }
              : null,
        }),
      ),
      companyCertificates: companyCertificates.map(
        ({ id, version, published, kind, title, issuer, number, expires_on, ...row }) => ({
          ...{ id, version, published, kind, title, issuer, number },
          expiresOn: expires_on,
          daysLeft: expires_on === null ? null : daysBetween(today, expires_on),
          file: row.file_id && row.content_type ? { id: row.file_id, contentType: row.content_type } : null,
        }),
      ),
      pages: pages.map(({ service_id, not_included, ...row }) => ({
        serviceId: service_id,
        serviceName: row.name,
        version: row.version,
        category: row.category,
        headline: row.headline,
        introduction: row.introduction,
        description: row.description,
        duration: row.duration,
        warranty: row.warranty,
        included: row.included,
        notIncluded: not_included,
        steps: steps
          .filter((step) => step.service_id === service_id)
          .map(({ title, body }) => ({ title, body })),
      })),
      services,
    };
  },
);

/** Photos of a booking by customer and technicians; null if unknown. */
export const findJobPhotos = query(
  "settings.manage",
  async function findJobPhotos(ctx, reference: string): Promise<JobPhotos | null> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select(["id", "reference", "service_id", "area"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!booking) return null;
    const { rows } = await selectJobPhotos(ctx, sql`booking_id = ${booking.id}`);
    return {
      bookingId: booking.id,
      reference: booking.reference,
      serviceId: booking.service_id,
      area: booking.area,
      photos: rows,
    };
  },
);
