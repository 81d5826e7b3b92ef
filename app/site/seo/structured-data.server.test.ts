import { describe, expect, it } from "vitest";
import type { Business } from "~/features/core/business/queries.server";
import {
  breadcrumbThing,
  businessThing,
  faqThing,
  serviceThing,
  structuredData,
} from "./structured-data.server";

const publicUrl = "https://www.example.com";
const business: Business = {
  name: "Corner & Stone",
  nameArabic: "ركن",
  alternateName: "ركن",
  taglineArabic: null,
  addressArabic: null,
  serviceAreaArabic: null,
  projects: "2500+",
  experience: "10+",
  tagline: "Crafted",
  phone: "+97145550100",
  emergencyPhone: "+97145550199",
  whatsapp: "+971500000100",
  email: "hello@example.com",
  officeEmail: "office@example.com",
  address: "Office 1204, Al Quoz",
  serviceArea: "Dubai and surrounding areas",
  vatRegistered: "no",
  trn: null,
  legalName: null,
  licence: null,
  instagram: null,
  logo: null,
};

describe("structuredData", () => {
  it("returns one graph of all things", () => {
    expect(JSON.parse(structuredData(faqThing([]), breadcrumbThing([], publicUrl)))).toMatchObject({
      "@context": "https://schema.org",
      "@graph": [{ "@type": "FAQPage" }, { "@type": "BreadcrumbList" }],
    });
  });

  it("escapes user text that could close the script", () => {
    const hostile = '</script><script>alert(1)</script><!-- \u2028 & "quoted"';
    const text = structuredData(faqThing([{ question: hostile, answer: hostile }]));
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)["@graph"][0].mainEntity[0].name).toBe(hostile);
  });
});

describe("businessThing", () => {
  it("contains identity, address, and an emergency line that is always open", () => {
    const opening = {
      week: [
        { weekday: 1, opensAt: "08:00", closesAt: "18:00" },
        { weekday: 7, opensAt: "10:00", closesAt: "16:00" },
      ],
      closedDays: ["2026-12-02"],
    };
    const thing = businessThing(business, { publicUrl, opening });
    expect(thing).toMatchObject({
      "@type": "HomeAndConstructionBusiness",
      "@id": "https://www.example.com/#business",
      name: "Corner & Stone",
      url: "https://www.example.com/",
      telephone: "+97145550100",
      address: { streetAddress: "Office 1204, Al Quoz", addressLocality: "Dubai", addressCountry: "AE" },
      areaServed: { name: "Dubai and surrounding areas" },
      openingHoursSpecification: [
        { dayOfWeek: "Monday", opens: "08:00", closes: "18:00" },
        { dayOfWeek: "Sunday", opens: "10:00", closes: "16:00" },
      ],
      specialOpeningHoursSpecification: [
        { validFrom: "2026-12-02", validThrough: "2026-12-02", opens: "00:00", closes: "00:00" },
      ],
      contactPoint: {
        contactType: "emergency",
        telephone: "+97145550199",
        hoursAvailable: { opens: "00:00", closes: "23:59" },
      },
    });
    expect(JSON.stringify(thing)).not.toContain("office@example.com");
  });

  it("omits unknown business details", () => {
    const opening = { week: [], closedDays: [] };
    expect(businessThing(business, { publicUrl, opening })).not.toHaveProperty("sameAs");
    const instagram = "https://www.instagram.com/example";
    expect(businessThing({ ...business, instagram }, { publicUrl, opening })).toMatchObject({
      sameAs: [instagram],
    });
  });
});

describe("serviceThing", () => {
  it("offers priced items in AED including VAT and omits items priced by survey", () => {
    const offers = [
      { title: "AC call-out", mode: "hourly", fils: 150_00, quantity: 1, unit: "hour" },
      { title: "Half a hair", mode: "fixed", fils: 50, quantity: 1, unit: "hair" },
      { title: "Three units", mode: "fixed", fils: 750_00, quantity: 3, unit: "unit" },
      { title: "Duct work", mode: "survey", fils: null, quantity: 1, unit: "" },
    ] as const;
    const where = { publicUrl, path: "/services/hvac", serviceArea: "Dubai" };
    expect(serviceThing({ name: "HVAC", description: "Cold", offers }, where)).toMatchObject({
      "@type": "Service",
      url: "https://www.example.com/services/hvac",
      provider: { "@id": "https://www.example.com/#business" },
      offers: [
        {
          "@type": "Offer",
          name: "AC call-out",
          priceSpecification: { minPrice: "150.00", unitText: "hour", valueAddedTaxIncluded: true },
        },
        { price: "0.50", priceCurrency: "AED", priceSpecification: { price: "0.50", unitText: "hair" } },
        { price: "750.00", priceSpecification: expect.not.objectContaining({ unitText: "unit" }) },
      ],
    });
  });
});

it("breadcrumbThing numbers the breadcrumbs from the home page with absolute URLs", () => {
  const trail = [
    { name: "Home", path: "/" },
    { name: "HVAC", path: "/services/hvac" },
  ];
  expect(breadcrumbThing(trail, publicUrl)).toMatchObject({
    itemListElement: [
      { position: 1, name: "Home", item: "https://www.example.com/" },
      { position: 2, name: "HVAC", item: "https://www.example.com/services/hvac" },
    ],
  });
});
