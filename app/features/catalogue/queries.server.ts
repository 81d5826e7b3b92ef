import { type Selectable, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { listLeadPrices } from "../pricing/queries.server";
import "./table";
import type { OpeningHours, ServiceRecord, ServiceView } from "./views";

/** The business as its customers see it; an admin edits it, no code names it. */
export interface Business {
  name: string;
  nameArabic: string;
  tagline: string;
  /** Phones as +971… */
  phone: string;
  emergencyPhone: string;
  whatsapp: string;
  /** For the public. */
  email: string;
  /** Where the office reads what customers send. */
  officeEmail: string;
  address: string;
  serviceArea: string;
  trn: string | null;
  instagram: string | null;
}

export const getBusiness = query("website.use", async (ctx): Promise<Business> => {
  const row = await ctx.db.selectFrom("business").selectAll().executeTakeFirstOrThrow();
  return {
    name: row.name,
    nameArabic: row.name_arabic,
    tagline: row.tagline,
    phone: row.phone,
    emergencyPhone: row.emergency_phone,
    whatsapp: row.whatsapp,
    email: row.email,
    officeEmail: row.office_email,
    address: row.address,
    serviceArea: row.service_area,
    trn: row.trn,
    instagram: row.instagram,
  };
});

/** When the office is open, from Monday; a day that is missing is closed. The emergency line knows no hours. */
export const listOpeningHours = query("website.use", async (ctx): Promise<OpeningHours[]> => {
  const rows = await ctx.db.selectFrom("opening_hours").selectAll().orderBy("weekday").execute();
  return rows.map((row) => ({
    weekday: row.weekday,
    opensAt: row.opens_at.slice(0, 5),
    closesAt: row.closes_at.slice(0, 5),
  }));
});

/** What scheduling and booking need to know of a service. */
export interface Service {
  id: string;
  name: string;
  durationMin: number;
  bufferMin: number;
  outdoor: boolean;
  emergency: boolean;
  active: boolean;
}

/** A service that can be booked now, or null. */
export const findService = query("website.use", async (ctx, id: string): Promise<Service | null> => {
  const service = await readService(ctx, id);
  return service?.active ? service : null;
});

/** The service of something that was booked: it may be archived since. */
export const getService = query("website.use", async (ctx, id: string): Promise<Service> => {
  const service = await readService(ctx, id);
  if (!service) throw new Error(`There is no service ${id}`);
  return service;
});

async function readService(ctx: Ctx, id: string): Promise<Service | null> {
  const row = await ctx.db.selectFrom("services").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name,
    durationMin: row.duration_min,
    bufferMin: row.buffer_min,
    outdoor: row.outdoor,
    emergency: row.emergency,
    active: row.active,
  };
}

/** What the public sees of a service, with its leading price; the browser's form shows the same. */
export const listServices = query("website.use", async (ctx): Promise<ServiceView[]> => {
  const rows = await ctx.db
    .selectFrom("services")
    .selectAll()
    .where("active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .execute();
  const priceOf = await leadPrices(ctx);
  return rows.map((row) => ({ ...viewOf(row), page: row.page, price: priceOf(row.id) }));
});

/** The whole catalogue, for the office: a dozen services, so all at once. */
export const listCatalogue = query("services.read", async (ctx): Promise<ServiceRecord[]> => {
  const rows = await ctx.db
    .selectFrom("services")
    .selectAll()
    .select(isInUse.as("in_use"))
    .orderBy("active", "desc")
    .orderBy("position")
    .orderBy("id")
    .execute();
  const priceOf = await leadPrices(ctx);
  return rows.map((row) => ({
    ...viewOf(row),
    version: row.version,
    bufferMin: row.buffer_min,
    active: row.active,
    inUse: row.in_use,
    price: priceOf(row.id),
  }));
});

/** Every table that knows services; the foreign keys have the last word. */
const isInUse = sql<boolean>`(
  EXISTS (SELECT FROM bookings WHERE service_id = services.id)
  OR EXISTS (SELECT FROM prices WHERE service_id = services.id)
  OR EXISTS (SELECT FROM technician_skills WHERE service_id = services.id)
  OR EXISTS (SELECT FROM service_pages WHERE service_id = services.id)
  OR EXISTS (SELECT FROM portfolio_items WHERE service_id = services.id))`;

async function leadPrices(ctx: Ctx): Promise<(serviceId: string) => ServiceView["price"]> {
  const prices = new Map((await listLeadPrices(ctx)).map((price) => [price.serviceId, price]));
  return (serviceId) => {
    const { mode, fils, nextFils, unit } = prices.get(serviceId) ?? bySurvey;
    return { mode, fils, nextFils, unit };
  };
}

const bySurvey = { mode: "survey" as const, fils: null, nextFils: null, unit: "" };

function viewOf(row: Selectable<Tables["services"]>) {
  return {
    id: row.id,
    name: row.name,
    summary: row.summary,
    icon: row.icon,
    emergency: row.emergency,
    outdoor: row.outdoor,
    durationMin: row.duration_min,
  };
}
