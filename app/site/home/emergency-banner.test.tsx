import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { PublicBusiness } from "../frame/business";
import { EmergencyBanner } from "./emergency-banner";

it("links the emergency page and calls the emergency line", () => {
  const business = { emergencyPhone: "+97145550199" } as PublicBusiness;
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <EmergencyBanner business={business} />
    </MemoryRouter>,
  );
  expect(html).toContain('href="/services/emergency"');
  expect(html).toContain('href="tel:+97145550199"');
});
