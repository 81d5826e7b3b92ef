import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** Every page URL of the product. */
export default [
  layout("site/site-layout.tsx", [
    index("site/home.tsx"),
    route("services", "site/services-page.tsx"),
    route("services/:service", "site/service-page.tsx"),
    route("amc-packages", "site/amc-packages-page.tsx"),
    route("amc-packages/requested", "site/contract-requested-page.tsx"),
    route("portfolio/:trade?", "site/portfolio-page.tsx"),
    route("about", "site/about-page.tsx"),
    route("contact", "site/contact-page.tsx"),
    route("contact/sent", "site/message-sent-page.tsx"),
    route("privacy-policy", "site/privacy-policy-page.tsx"),
    route("terms-of-service", "site/terms-of-service-page.tsx"),
    route("free-assessment", "site/free-assessment-page.tsx"),
    route("bookings", "site/bookings-page.tsx"),
    route("bookings/link-sent", "site/link-sent-page.tsx"),
    route("bookings/:reference", "site/booking-page.tsx"),
    route("quotes/:reference", "site/quote-page.tsx"),
    route("auth", "account/auth-page.tsx"),
    layout("account/account-layout.tsx", [
      route("dashboard", "account/dashboard-page.tsx"),
      route("user-settings", "account/settings-page.tsx"),
    ]),
    route("*", "site/not-found-page.tsx"),
  ]),
  route("robots.txt", "site/seo/robots.ts"),
  route("sitemap.xml", "site/seo/sitemap.ts"),
  route("manifest.webmanifest", "site/seo/web-manifest.ts"),
  route("og/*", "site/seo/open-graph-picture.ts"),
  route("technician", "technician/technician-page.tsx"),
  route("technician.webmanifest", "technician/web-manifest.ts"),
  route("admin", "admin/admin-layout.tsx", [
    index("admin/admin-index.tsx"),
    route("bookings", "admin/bookings-page.tsx", [
      route("new", "admin/new-booking-page.tsx"),
      route(":bookingId", "admin/booking-page.tsx"),
    ]),
    route("calendar", "admin/calendar-page.tsx"),
    route("customers", "admin/customers-page.tsx", [route(":customerId", "admin/customer-page.tsx")]),
    route("inbox/:id?", "features/inbox/admin/inbox-page.tsx"),
    route("invoices", "admin/invoices-page.tsx", [route(":invoiceId", "admin/invoice-page.tsx")]),
    route("technicians", "admin/technicians-page.tsx", [
      route("new", "admin/new-technician-page.tsx"),
      route(":technicianId", "admin/technician-page.tsx"),
    ]),
    route("services", "admin/services-page.tsx", [
      route("new", "admin/new-service-page.tsx"),
      route(":serviceId", "admin/service-page.tsx"),
    ]),
    route("pricing", "admin/pricing-page.tsx"),
    route("holidays", "admin/holidays-page.tsx"),
    route("team", "admin/team-page.tsx"),
    route("settings", "admin/settings-page.tsx"),
  ]),
] satisfies RouteConfig;
