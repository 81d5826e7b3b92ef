import { sql } from "kysely";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { ARABIC, DEFAULT_LOCALE } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";

/* Columns for queries on `bookings` and `services` (docs/domain.md, "Emergencies"). */

const trade = () =>
  sql<
    string | null
  >`(SELECT ${textInReaderLanguage("trades.name")} FROM services AS trades WHERE trades.id = bookings.trade_id)`;

/** Trade of an emergency in the reader's language; null if unknown or no emergency. */
export const tradeName = () => trade().as("tradeName");

const serviceName = () =>
  sql<string>`${textInReaderLanguage("services.name")} || coalesce(' (' || ${trade()} || ')', '')`;

/** Name of the booked service in the reader's language, for example "Emergency Service (Plumbing)". */
export const bookedServiceName = () => serviceName().as("serviceName");

/** The name for a text to the customer. */
export const bookedServiceNameForCustomer = () =>
  sql<string>`CASE language_of_customer(bookings.customer_id)
    WHEN ${ARABIC} THEN ${inLocale(ARABIC, serviceName)} ELSE ${inLocale(DEFAULT_LOCALE, serviceName)} END`.as(
    "serviceNameForCustomer",
  );

/** The emergency's trade if known, otherwise all services of the visit. */
export const requiredSkills = sql<
  string[]
>`ARRAY(SELECT coalesce(bookings.trade_id, bookings.service_id) UNION SELECT booking_lines.service_id FROM booking_lines
  WHERE booking_lines.booking_id = bookings.id AND NOT bookings.emergency)`.as("skills");
