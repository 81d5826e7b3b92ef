import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { EmergencyBanner } from "../home/emergency-banner";
import { ContactBlock } from "../parts/contact-block";
import type { PublicBusiness } from "./business";
import { SiteBottom } from "./site-bottom";

const contacts = { phone: "+97145550100", emergencyPhone: "+97145550199", whatsapp: "+971505550100" };

function renderSite(business: Partial<PublicBusiness>) {
  const shown = {
    name: "",
    tagline: "",
    email: "",
    address: "",
    serviceArea: "",
    ...business,
  } as PublicBusiness;
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <>
          <EmergencyBanner business={shown} />
          <ContactBlock business={shown} />
          <SiteBottom business={shown} year={2026} gaMeasurementId={null} />
        </>
      ),
    },
  ]);
  return renderToStaticMarkup(<Stub />);
}

it("links the numbers and the address that the company has entered", () => {
  const html = renderSite({ ...contacts, email: "info@company.example" });
  for (const target of ["tel:+97145550100", "tel:+97145550199", "wa.me/971505550100", "mailto:info@"])
    expect(html).toContain(target);
});

it("shows no link without a target before the company has entered its contacts", () => {
  const html = renderSite({ phone: "", emergencyPhone: "", whatsapp: "" });
  expect(html).not.toMatch(/href="(|tel:|mailto:|https:\/\/wa\.me\/\?[^"]*)"/);
  expect(html).not.toMatch(/tel:|mailto:|wa\.me/);
});
