import { type SettingsSectionName, settingsSections } from "~/features/core/business/sections";
import { m } from "~/paraglide/messages";

interface SectionLink {
  path: string;
  label: () => string;
}

const linkTo = (name: SettingsSectionName): SectionLink => ({
  path: `/admin/settings/${name}`,
  label: settingsSections[name].title,
});

/** Sections of /admin/settings in their order, with the pages that belong to them. */
export const settingsParts: readonly { title: () => string; links: readonly SectionLink[] }[] = [
  {
    title: m.settings_part_business,
    links: [
      linkTo("identity"),
      linkTo("hours"),
      { path: "/admin/holidays", label: m.admin_days_title },
      linkTo("response-targets"),
      linkTo("notifications"),
      linkTo("channels"),
    ],
  },
  {
    title: m.settings_part_work,
    links: [
      linkTo("tax"),
      linkTo("bank"),
      linkTo("money"),
      linkTo("e-invoices"),
      { path: "/admin/opening-balances", label: m.opening_balances_nav },
    ],
  },
  {
    title: m.settings_part_website,
    links: [
      { path: "/admin/settings/services", label: m.website_services },
      { path: "/admin/settings/testimonials", label: m.website_testimonials },
      { path: "/admin/reviews", label: m.website_reviews },
      { path: "/admin/settings/portfolio", label: m.website_portfolio },
      { path: "/admin/settings/company-documents", label: m.website_certificates },
    ],
  },
  {
    title: m.settings_part_people,
    links: [
      { path: "/admin/team", label: m.team_title },
      linkTo("sign-in"),
      { path: "/admin/settings/canned-replies", label: m.inbox_canned_title },
      { path: "/admin/settings/connections", label: m.connections_title },
      linkTo("retention"),
    ],
  },
  {
    title: m.background_jobs_settings_part,
    links: [
      linkTo("backups"),
      { path: "/admin/api", label: m.keys_title },
      { path: "/admin/imports", label: m.imports_title },
      { path: "/admin/background-jobs", label: m.background_jobs_title },
    ],
  },
];
