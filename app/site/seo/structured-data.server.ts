import type { Opening } from "~/features/core/business/office-time";
import type { Business } from "~/features/core/business/queries.server";
import type { PriceMode } from "~/features/core/pricing/price";
import type { Faq } from "~/features/website/content/views";
import { localPath } from "~/platform/locale/locale";

/** schema.org description of a page for search engines, made on the server. */
export type Thing = { "@type": string } & Record<string, unknown>;

/**
 * Returns the text of `<script type="application/ld+json">`. User text is escaped, so that it cannot close
 * the script.
 */
export function structuredData(...things: Thing[]): string {
  return JSON.stringify({ "@context": "https://schema.org", "@graph": things })
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Id by which other things refer to the business. */
const businessId = (publicUrl: string) => `${publicUrl}/#business`;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Describes the business: identity, area, opening hours, and an emergency line that is always open. */
export function businessThing(
  business: Business,
  { publicUrl, opening }: { publicUrl: string; opening: Opening },
): Thing {
  return {
    "@type": "HomeAndConstructionBusiness",
    "@id": businessId(publicUrl),
    name: business.name,
    alternateName: business.alternateName || undefined,
    slogan: business.tagline || undefined,
    url: publicUrl + localPath("/"),
    logo: publicUrl + (business.logo?.path ?? "/icon-512.png"),
    image: publicUrl + localPath("/og/home.png"),
    telephone: business.phone || undefined,
    email: business.email || undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: business.address || undefined,
      addressLocality: "Dubai",
      addressCountry: "AE",
    },
    ...(business.serviceArea
      ? { areaServed: { "@type": "AdministrativeArea", name: business.serviceArea } }
      : {}),
    openingHoursSpecification: opening.week.map(({ weekday, opensAt, closesAt }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: WEEKDAYS[weekday - 1],
      opens: opensAt,
      closes: closesAt,
    })),
    // Equal opening and closing times mean closed in schema.org.
    specialOpeningHoursSpecification: opening.closedDays.map((day) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: day,
      validThrough: day,
      opens: "00:00",
      closes: "00:00",
    })),
    contactPoint: business.emergencyPhone
      ? {
          "@type": "ContactPoint",
          contactType: "emergency",
          telephone: business.emergencyPhone,
          hoursAvailable: {
            "@type": "OpeningHoursSpecification",
            dayOfWeek: WEEKDAYS,
            opens: "00:00",
            closes: "23:59",
          },
        }
      : undefined,
    currenciesAccepted: "AED",
    ...(business.trn ? { vatID: business.trn } : {}),
    ...(business.instagram ? { sameAs: [business.instagram] } : {}),
  };
}

/** Price shown on a page, in fils including VAT; null: by survey. Hourly work may cost more. */
export interface PricedItem {
  title: string;
  mode: PriceMode;
  fils: number | null;
  quantity: number;
  /** Unit of the price, such as "hour". */
  unit: string;
}

/** Describes a service with the prices of its page. Items priced by survey make no offer. */
export function serviceThing(
  service: { name: string; description: string; offers: readonly PricedItem[] },
  { publicUrl, path, serviceArea }: { publicUrl: string; path: string; serviceArea: string },
): Thing {
  const url = publicUrl + localPath(path);
  return {
    "@type": "Service",
    "@id": `${url}#service`,
    name: service.name,
    serviceType: service.name,
    description: service.description,
    url,
    provider: { "@id": businessId(publicUrl) },
    areaServed: { "@type": "AdministrativeArea", name: serviceArea },
    offers: service.offers.flatMap((offer) =>
      offer.fils === null ? [] : [offerThing({ ...offer, fils: offer.fils }, url)],
    ),
  };
}

function offerThing(
  { title, mode, fils, quantity, unit }: PricedItem & { fils: number },
  url: string,
): Thing {
  const amount = (fils / 100).toFixed(2);
  const isFixed = mode === "fixed";
  return {
    "@type": "Offer",
    name: title,
    url,
    ...(isFixed ? { price: amount, priceCurrency: "AED" } : {}),
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      ...(isFixed ? { price: amount } : { minPrice: amount }),
      priceCurrency: "AED",
      valueAddedTaxIncluded: true,
      // The price of several units is that of the whole job.
      ...(unit && quantity === 1 ? { unitText: unit } : {}),
    },
  };
}

export function faqThing(faqs: readonly Faq[]): Thing {
  return {
    "@type": "FAQPage",
    mainEntity: faqs.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** Describes the breadcrumbs from the home page. */
export function breadcrumbThing(trail: readonly { name: string; path: string }[], publicUrl: string): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: publicUrl + localPath(path),
    })),
  };
}
