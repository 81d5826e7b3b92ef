import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
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
          .selectFrom("serviceFaqs")
          .selectAll()
          .orderBy("serviceId")
          .orderBy("position")
          .orderBy("id")
          .execute(),
        ctx.db
          .selectFrom("serviceJobs")
          .selectAll()
          .orderBy("serviceId")
          .orderBy("position")
          .orderBy("id")
          .execute(),
        listJobPrices(ctx),
        ctx.db
          .selectFrom("portfolioItems")
          .leftJoin("bookings", "bookings.id", "portfolioItems.bookingId")
          .selectAll("portfolioItems")
          .select("bookings.reference")
          .orderBy("portfolioItems.position")
          .orderBy("portfolioItems.id")
          .execute(),
        ctx.db
          .selectFrom("companyCertificates")
          .leftJoin("files", "files.id", "companyCertificates.fileId")
          .selectAll("companyCertificates")
          .select("files.contentType")
          .orderBy("companyCertificates.position")
          .orderBy("companyCertificates.id")
          .execute(),
        ctx.db
          .selectFrom("servicePages")
          .innerJoin("services", "services.id", "servicePages.serviceId")
          .selectAll("servicePages")
          .select(textInReaderLanguage("services.name").as("name"))
          .orderBy("services.position")
          .orderBy("services.id")
          .execute(),
        ctx.db.selectFrom("serviceSteps").selectAll().orderBy("position").execute(),
        ctx.db
          .selectFrom("services")
          .select(["id", textInReaderLanguage("name").as("name")])
          .where("active", "=", true)
          .where("page", "=", true)
          .orderBy("position")
          .orderBy("id")
          .execute(),
      ]);
    const today = dubaiDate(ctx.now);
    return {
      testimonials: testimonials.map(({ position: _, ...entry }) => entry),
      faqs: faqs.map(({ position: _, ...entry }) => entry),
      jobs: jobs.map(({ position: _, ...entry }) => entry),
      jobPrices,
      portfolioItems: portfolioItems.map(({ serviceId, beforeFileId, afterFileId, drawing, ...row }) => ({
        id: row.id,
        version: row.version,
        published: row.published,
        serviceId,
        title: row.title,
        titleAr: row.titleAr,
        area: row.area,
        areaAr: row.areaAr,
        summary: row.summary,
        summaryAr: row.summaryAr,
        duration: row.duration,
        durationAr: row.durationAr,
        drawing: drawing as Drawing | null,
        beforeId: beforeFileId,
        afterId: afterFileId,
        job:
          row.bookingId && row.reference && row.consent
            ? { bookingId: row.bookingId, reference: row.reference, consent: row.consent }
            : null,
      })),
      companyCertificates: companyCertificates.map(
        ({ id, version, published, kind, title, titleAr, issuer, issuerAr, number, expiresOn, ...row }) => ({
          ...{ id, version, published, kind, title, titleAr, issuer, issuerAr, number },
          expiresOn,
          daysLeft: expiresOn === null ? null : daysBetween(today, expiresOn),
          file: row.fileId && row.contentType ? { id: row.fileId, contentType: row.contentType } : null,
        }),
      ),
      pages: pages.map(({ name, packageId: _, ...page }) => ({
        ...page,
        serviceName: name,
        steps: steps
          .filter(({ serviceId }) => serviceId === page.serviceId)
          .map(({ title, titleAr, body, bodyAr }) => ({ title, titleAr, body, bodyAr })),
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
      .select(["id", "reference", "serviceId", "area"])
      .where("reference", "=", reference)
      .executeTakeFirst();
    if (!booking) return null;
    const { rows } = await selectJobPhotos(ctx, sql`booking_id = ${booking.id}`);
    return {
      bookingId: booking.id,
      reference: booking.reference,
      serviceId: booking.serviceId,
      area: booking.area,
      photos: rows,
    };
  },
);
