import type { Opening } from "~/features/business/office-time";
import type { Business } from "~/features/business/queries.server";
import type { Faq } from "~/features/content/views";
import { localPath } from "~/platform/locale/locale";

/** What search engines read of a page (schema.org). Made on the server; the browser gets it as text. */
export type Thing = { "@type": string } & Record<string, unknown>;

/**
 * The text of a page's `<script type="application/ld+json">`, for PageHead. Nothing in it can end the script: what
 * people wrote is in there.
 */
export function structuredData(...things: Thing[]): string {
  return JSON.stringify({ "@context": "https://schema.org", "@graph": things })
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

/** Everything else on the site refers to the business by this. */
const businessId = (publicUrl: string) => `${publicUrl}/#business`;

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Who the business is, where it works, when it is open; its emergency line always is. */
export function businessThing(
  business: Business,
  { publicUrl, opening }: { publicUrl: string; opening: Opening },
): Thing {
  return {
    "@type": "HomeAndConstructionBusiness",
    "@id": businessId(publicUrl),
    name: business.name,
    alternateName: business.nameArabic,
    slogan: business.tagline,
    url: publicUrl + localPath("/"),
    logo: publicUrl + (business.logo?.path ?? "/icon-512.png"),
    image: publicUrl + localPath("/og/home.png"),
    telephone: business.phone,
    email: business.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: business.address,
      addressLocality: "Dubai",
      addressCountry: "AE",
    },
    areaServed: { "@type": "AdministrativeArea", name: business.serviceArea },
    openingHoursSpecification: opening.week.map(({ weekday, opensAt, closesAt }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: WEEKDAYS[weekday - 1],
      opens: opensAt,
      closes: closesAt,
    })),
    // Open from and to the same minute: schema.org's way to say that it is closed.
    specialOpeningHoursSpecification: opening.closedDays.map((day) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: day,
      validThrough: day,
      opens: "00:00",
      closes: "00:00",
    })),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "emergency",
      telephone: business.emergencyPhone,
      hoursAvailable: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: WEEKDAYS,
        opens: "00:00",
        closes: "23:59",
      },
    },
    currenciesAccepted: "AED",
    ...(business.trn ? { vatID: business.trn } : {}),
    ...(business.instagram ? { sameAs: [business.instagram] } : {}),
  };
}

/** A price that a page shows: AED including VAT, in fils; null: by survey. */
export interface Offered {
  title: string;
  fils: number | null;
  /** What it is for: "hour", "unit". */
  unit: string;
}

/** A service with its prices as the page shows them. What is priced by survey makes no offer. */
export function serviceThing(
  service: { name: string; description: string; offers: readonly Offered[] },
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

function offerThing({ title, fils, unit }: Offered & { fils: number }, url: string): Thing {
  const price = { price: (fils / 100).toFixed(2), priceCurrency: "AED" };
  return {
    "@type": "Offer",
    name: title,
    url,
    ...price,
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      ...price,
      valueAddedTaxIncluded: true,
      ...(unit ? { unitText: unit } : {}),
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

/** The way to a page from the home page, which comes first. */
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
