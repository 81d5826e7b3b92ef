/** Small set of files that violates one rule of .dependency-cruiser.cjs and also contains a correct import. */
export interface ViolationSample {
  rule: string;
  why: string;
  files: Record<string, string>;
  /** "from → to" of each import that must be reported; every other import of the tree must pass. */
  expectedViolations: string[];
}

const nothing = "export {};";
const imports = (...paths: string[]) => paths.map((path) => `import ${JSON.stringify(path)};`).join("\n");
const importsType = (path: string) => `export type { Thing } from ${JSON.stringify(path)};`;

const upwardImport = (rule: string, lower: string, higher: string): ViolationSample => ({
  rule,
  why: `${lower} imports ${higher}`,
  files: {
    [`app/features/${lower}/rules.ts`]: imports(`~/features/${higher}/rules`),
    [`app/features/${higher}/rules.ts`]: nothing,
  },
  expectedViolations: [`app/features/${lower}/rules.ts → app/features/${higher}/rules.ts`],
});

/** Unreachable files that import each other, and a worker that no page starts. */
export const deadFilesSample = {
  files: {
    "server.ts": imports("./app/used"),
    "app/used.ts": imports("./used-too"),
    "app/used-too.ts": nothing,
    "app/forgotten.ts": imports("./forgotten-too"),
    "app/forgotten-too.ts": nothing,
    "app/account/forgotten-worker.ts": nothing,
    "app/used.test.ts": imports("./used"),
  },
  expectedDeadFiles: ["app/account/forgotten-worker.ts", "app/forgotten-too.ts", "app/forgotten.ts"],
};

export const violationSamples: ViolationSample[] = [
  {
    rule: "imports-resolve",
    why: "an import through the alias has no file",
    files: { "app/site/home.tsx": imports("~/ui/button", "~/ui/buton"), "app/ui/button.tsx": nothing },
    expectedViolations: ["app/site/home.tsx → ~/ui/buton"],
  },
  {
    rule: "no-cycles",
    why: "two files of a feature import each other, one as a type only",
    files: {
      "app/features/operations/bookings/booking.ts": imports("./policy"),
      "app/features/operations/bookings/policy.ts": importsType("./booking"),
    },
    // A cycle is reported once.
    expectedViolations: [
      "app/features/operations/bookings/booking.ts → app/features/operations/bookings/policy.ts",
    ],
  },
  {
    rule: "no-imports-of-composition",
    why: "a feature imports the boot module, a page the server, and the platform the seed data",
    files: {
      "app/server/boot.server.ts": nothing,
      "app/server/api.server.ts": nothing,
      "db/seed/catalogue.ts": nothing,
      "app/server/http.server.ts": imports("./boot.server", "./api.server"),
      "app/features/operations/bookings/queries.server.ts": importsType("~/server/boot.server"),
      "app/platform/numbers.ts": imports("../../db/seed/catalogue"),
      "app/site/home.ts": imports("../server/http"),
      "app/server/http.ts": nothing,
    },
    expectedViolations: [
      "app/features/operations/bookings/queries.server.ts → app/server/boot.server.ts",
      "app/platform/numbers.ts → db/seed/catalogue.ts",
      "app/site/home.ts → app/server/http.ts",
    ],
  },
  {
    rule: "page-context-in-pages-only",
    why: "a query imports the page context",
    files: {
      "app/server/context.server.ts": nothing,
      "app/site/home.tsx": imports("~/server/context.server"),
      "app/features/operations/bookings/queries.server.ts": imports("~/server/context.server"),
    },
    expectedViolations: ["app/features/operations/bookings/queries.server.ts → app/server/context.server.ts"],
  },
  {
    rule: "no-imports-of-surfaces",
    why: "a feature, the platform and ui import from surfaces",
    files: {
      "app/site/hero.tsx": nothing,
      "app/admin/frame.tsx": nothing,
      "app/account/return-path.ts": nothing,
      "app/features/operations/bookings/components/form.tsx": imports("~/site/hero"),
      "app/platform/session.ts": imports("~/account/return-path"),
      "app/ui/button.tsx": imports("~/admin/frame"),
    },
    expectedViolations: [
      "app/features/operations/bookings/components/form.tsx → app/site/hero.tsx",
      "app/platform/session.ts → app/account/return-path.ts",
      "app/ui/button.tsx → app/admin/frame.tsx",
    ],
  },
  {
    rule: "no-imports-between-surfaces",
    why: "the back office imports from the site",
    files: {
      "app/site/hero.tsx": nothing,
      "app/site/home.tsx": imports("./hero"),
      "app/admin/frame.tsx": imports("../site/hero"),
      "app/account/auth-page.tsx": importsType("~/admin/frame"),
      "app/technician/technician-page.tsx": imports("~/admin/frame"),
    },
    expectedViolations: [
      "app/account/auth-page.tsx → app/admin/frame.tsx",
      "app/admin/frame.tsx → app/site/hero.tsx",
      "app/technician/technician-page.tsx → app/admin/frame.tsx",
    ],
  },
  {
    rule: "screens-in-admin-or-components",
    why: "a page imports a screen from the root of a feature",
    files: {
      "app/account/dashboard-page.tsx": imports(
        "~/features/operations/bookings/own-bookings",
        "~/features/operations/bookings/components/booking-row",
      ),
      "app/features/operations/bookings/own-bookings.tsx": nothing,
      "app/features/operations/bookings/components/booking-row.tsx": nothing,
      "app/features/operations/bookings/mails.server.ts": imports("./mail.server"),
      "app/features/operations/bookings/mail.server.tsx": nothing,
    },
    expectedViolations: [
      "app/account/dashboard-page.tsx → app/features/operations/bookings/own-bookings.tsx",
    ],
  },
  {
    rule: "feature-screens-in-features",
    why: "the dashboard contains a screen of the invoices feature",
    files: {
      "app/account/dashboard-page.tsx": imports(
        "./invoices",
        "~/features/finance/invoices/components/my-invoices",
      ),
      "app/account/invoices.tsx": imports(
        "~/features/finance/invoices/client",
        "~/features/finance/invoices/components/row",
        "~/features/operations/bookings/link/client",
      ),
      "app/admin/frame/admin-frame.tsx": imports("~/features/finance/invoices/admin/unpaid"),
      "app/features/finance/invoices/client.ts": nothing,
      "app/features/finance/invoices/components/my-invoices.tsx": imports("../client"),
      "app/features/finance/invoices/components/row.tsx": nothing,
      "app/features/finance/invoices/admin/unpaid.tsx": nothing,
      "app/features/operations/bookings/link/client.ts": nothing,
    },
    expectedViolations: [
      "app/account/invoices.tsx → app/features/finance/invoices/client.ts",
      "app/account/invoices.tsx → app/features/finance/invoices/components/row.tsx",
      "app/account/invoices.tsx → app/features/operations/bookings/link/client.ts",
    ],
  },
  {
    rule: "office-screens-for-office-only",
    why: "a customer page and a shared file import office screens",
    files: {
      "app/account/dashboard-page.tsx": imports("~/features/operations/bookings/admin/booking-list"),
      "app/admin/pages/bookings-page.tsx": imports("~/features/operations/bookings/admin/booking-list"),
      "app/features/operations/bookings/admin/booking-list.tsx": nothing,
      "app/features/finance/quotes/admin/quote-list.tsx": imports(
        "../../../operations/bookings/admin/booking-list",
      ),
      "app/features/finance/quotes/export.ts": imports("./admin/quote-list"),
    },
    expectedViolations: [
      "app/account/dashboard-page.tsx → app/features/operations/bookings/admin/booking-list.tsx",
      "app/features/finance/quotes/export.ts → app/features/finance/quotes/admin/quote-list.tsx",
    ],
  },
  {
    rule: "no-features-in-platform",
    why: "the platform imports bookings",
    files: {
      "app/platform/mail.server.ts": importsType("~/features/operations/bookings/booking"),
      "app/features/operations/bookings/booking.ts": nothing,
      "app/platform/mail/mail.server.test.ts": imports("~/features/operations/bookings/booking"),
    },
    expectedViolations: ["app/platform/mail.server.ts → app/features/operations/bookings/booking.ts"],
  },
  {
    rule: "no-features-in-ui",
    why: "ui imports bookings and server code",
    files: {
      "app/ui/button.tsx": imports(
        "./icon",
        "~/platform/time",
        "~/paraglide/messages",
        "~/features/operations/bookings/booking",
      ),
      "app/ui/icon.tsx": importsType("~/platform/mail.server"),
      "app/platform/time.ts": nothing,
      "app/platform/mail.server.ts": nothing,
      "app/paraglide/messages.js": nothing,
      "app/features/operations/bookings/booking.ts": nothing,
    },
    expectedViolations: [
      "app/ui/button.tsx → app/features/operations/bookings/booking.ts",
      "app/ui/icon.tsx → app/platform/mail.server.ts",
    ],
  },
  upwardImport("shelf-order-core", "core/pricing", "operations/bookings"),
  upwardImport("shelf-order-operations", "operations/bookings", "finance/quotes"),
  upwardImport("shelf-order-website", "website/content", "people/accounts"),
  upwardImport("shelf-order-people", "people/accounts", "oversight/analytics"),
  upwardImport("feature-order-scheduling", "operations/scheduling", "operations/bookings"),
  upwardImport("feature-order-bookings", "operations/bookings", "operations/emergencies"),
  upwardImport("feature-order-access", "operations/access", "operations/dispatch"),
  upwardImport("feature-order-recurring-bookings", "operations/recurring-bookings", "operations/reviews"),
  upwardImport("feature-order-emergencies", "operations/emergencies", "operations/dispatch"),
  upwardImport("feature-order-reviews", "operations/reviews", "operations/imports"),
  upwardImport("feature-order-imports", "operations/imports", "operations/access"),
  upwardImport("feature-order-technician-app", "operations/technician-app", "operations/dispatch"),
  upwardImport("feature-order-dispatch", "operations/dispatch", "operations/technician-app"),
  upwardImport("feature-order-quotes", "finance/quotes", "finance/contracts"),
  upwardImport("feature-order-contracts", "finance/contracts", "finance/invoices"),
  upwardImport("feature-order-invoices", "finance/invoices", "finance/payments"),
  upwardImport("feature-order-payments", "finance/payments", "finance/ledger"),
  upwardImport("feature-order-ledger", "finance/ledger", "finance/quotes"),
  {
    rule: "shelf-order-finance",
    why: "invoices import activity, which observes them, beside features of earlier shelves",
    files: {
      "app/features/finance/invoices/rules.ts": imports(
        "~/features/finance/quotes/rules",
        "~/features/oversight/activity/rules",
      ),
      "app/features/finance/quotes/rules.ts": imports("~/features/operations/bookings/rules"),
      "app/features/operations/bookings/rules.ts": imports("~/features/operations/scheduling/rules"),
      "app/features/operations/scheduling/rules.ts": imports("~/features/core/catalogue/rules"),
      "app/features/core/catalogue/rules.ts": imports("~/features/core/pricing/rules"),
      "app/features/core/pricing/rules.ts": nothing,
      "app/features/oversight/activity/rules.ts": nothing,
    },
    expectedViolations: ["app/features/finance/invoices/rules.ts → app/features/oversight/activity/rules.ts"],
  },
  {
    rule: "features-are-listed",
    why: "pages import an unknown shelf and an unlisted feature of finance",
    files: {
      "app/site/home.tsx": imports("~/features/marketing/loyalty/points"),
      "app/admin/home.tsx": imports("~/features/finance/loans/loan", "~/features/website/blog/post"),
      "app/features/marketing/loyalty/points.ts": nothing,
      "app/features/finance/loans/loan.ts": nothing,
      "app/features/website/blog/post.ts": nothing,
    },
    expectedViolations: [
      "app/admin/home.tsx → app/features/finance/loans/loan.ts",
      "app/site/home.tsx → app/features/marketing/loyalty/points.ts",
    ],
  },
  {
    rule: "no-imports-of-observers",
    why: "bookings, the platform and the server import observers",
    files: {
      "app/features/oversight/notifications/mails.server.ts": imports("~/features/operations/bookings/views"),
      "app/features/oversight/activity/trail.server.ts": nothing,
      "app/features/oversight/security/api.server.ts": nothing,
      "app/features/operations/bookings/views.ts": nothing,
      "app/features/operations/bookings/request.server.ts": imports(
        "~/features/oversight/notifications/mails.server",
      ),
      "app/platform/log.server.ts": imports("~/features/oversight/activity/trail.server"),
      "app/server/http.server.ts": imports("../features/oversight/security/api.server"),
      "app/server/api.server.ts": imports("../features/oversight/security/api.server"),
      "app/reactions.server.ts": imports("./features/oversight/notifications/mails.server"),
    },
    expectedViolations: [
      "app/features/operations/bookings/request.server.ts → app/features/oversight/notifications/mails.server.ts",
      "app/platform/log.server.ts → app/features/oversight/activity/trail.server.ts",
      "app/server/http.server.ts → app/features/oversight/security/api.server.ts",
    ],
  },
  {
    rule: "no-imports-between-observers",
    why: "activity imports security",
    files: {
      "app/features/oversight/activity/funnel.ts": imports(
        "./range",
        "~/features/oversight/security/events",
        "~/features/operations/bookings/views",
      ),
      "app/features/oversight/activity/range.ts": nothing,
      "app/features/oversight/security/events.ts": nothing,
      "app/features/operations/bookings/views.ts": nothing,
    },
    expectedViolations: [
      "app/features/oversight/activity/funnel.ts → app/features/oversight/security/events.ts",
    ],
  },
  {
    rule: "no-sql-in-pages",
    why: "pages and ui import SQL libraries",
    files: {
      "app/admin/bookings-page.tsx": imports("kysely"),
      "app/account/dashboard.tsx": importsType("pg"),
      "app/ui/table.tsx": imports("react", "kysely"),
      "app/features/operations/bookings/queries.server.ts": imports("kysely"),
    },
    expectedViolations: [
      "app/account/dashboard.tsx → pg",
      "app/admin/bookings-page.tsx → kysely",
      "app/ui/table.tsx → kysely",
    ],
  },
  {
    rule: "pages-use-queries-and-submissions",
    why: "a page imports commands, bypasses submissions and sends mail",
    files: {
      "app/site/home.tsx": imports(
        "./fonts.server",
        "~/server/context.server",
        "~/features/core/catalogue/queries.server",
        "~/features/operations/bookings/submissions.server",
        "~/features/operations/bookings/submit-once.server",
        "~/features/operations/bookings/commands.server",
        "~/platform/mail.server",
      ),
      "app/site/fonts.server.ts": nothing,
      "app/server/context.server.ts": nothing,
      "app/features/core/catalogue/queries.server.ts": nothing,
      "app/features/operations/bookings/submissions.server.ts": nothing,
      "app/features/operations/bookings/submit-once.server.ts": nothing,
      "app/features/operations/bookings/commands.server.ts": nothing,
      "app/platform/mail.server.ts": nothing,
    },
    expectedViolations: [
      "app/site/home.tsx → app/features/operations/bookings/commands.server.ts",
      "app/site/home.tsx → app/features/operations/bookings/submit-once.server.ts",
      "app/site/home.tsx → app/platform/mail.server.ts",
    ],
  },
  {
    rule: "pure-rule-files",
    why: "rule files import the type of a query and the database driver",
    files: {
      "app/features/operations/bookings/booking.ts": importsType("./queries.server"),
      "app/features/operations/bookings/slots.ts": imports("~/platform/time", "pg"),
      "app/features/operations/bookings/queries.server.ts": imports("./slots"),
      "app/features/operations/bookings/booking.test.ts": imports("./queries.server"),
      "app/platform/time.ts": nothing,
    },
    expectedViolations: [
      "app/features/operations/bookings/booking.ts → app/features/operations/bookings/queries.server.ts",
      "app/features/operations/bookings/slots.ts → pg",
    ],
  },
  {
    rule: "no-server-code-in-shared-files",
    why: "a component and a shared platform file import server code",
    files: {
      "app/features/operations/bookings/components/form.tsx": imports("../commands.server"),
      "app/features/operations/bookings/components/row.tsx": importsType("../commands.server"),
      "app/features/operations/bookings/commands.server.ts": imports("~/platform/log"),
      "app/platform/log.ts": imports("./log-file.server"),
      "app/platform/log-file.server.ts": nothing,
    },
    expectedViolations: [
      "app/features/operations/bookings/components/form.tsx → app/features/operations/bookings/commands.server.ts",
      "app/platform/log.ts → app/platform/log-file.server.ts",
    ],
  },
  {
    rule: "no-pg-outside-database",
    why: "a query, the seed and the server import the database driver",
    files: {
      "server.ts": imports("pg"),
      "db/seed/sample.server.ts": imports("pg"),
      "app/features/operations/bookings/queries.server.ts": imports("pg", "kysely"),
      "app/platform/live/live.server.ts": imports("pg"),
      "app/platform/database/pool.server.ts": imports("pg"),
      "app/features/operations/bookings/queries.server.test.ts": imports("pg"),
    },
    expectedViolations: [
      "app/features/operations/bookings/queries.server.ts → pg",
      "db/seed/sample.server.ts → pg",
      "server.ts → pg",
    ],
  },
  {
    rule: "database-opened-by-boot-only",
    why: "a feature and the platform open their own connections",
    files: {
      "app/platform/database/database.server.ts": imports("./pool.server"),
      "app/platform/database/pool.server.ts": nothing,
      "app/platform/database/tables.ts": nothing,
      "app/platform/database/transaction.server.ts": nothing,
      "app/server/boot.server.ts": imports("../platform/database/database.server"),
      "app/features/operations/bookings/commands.server.ts": imports(
        "~/platform/database/tables",
        "~/platform/database/transaction.server",
        "~/platform/database/database.server",
      ),
      "app/platform/numbers.server.ts": imports("./database/pool.server"),
    },
    expectedViolations: [
      "app/features/operations/bookings/commands.server.ts → app/platform/database/database.server.ts",
      "app/platform/numbers.server.ts → app/platform/database/pool.server.ts",
    ],
  },
  {
    rule: "no-tests-in-production",
    why: "production code imports the test harness, a browser test, a benchmark and a test",
    files: {
      "server.ts": imports("./bench/load"),
      "app/server/boot.server.ts": imports("../../test/harness/database"),
      "db/seed/seed.server.ts": imports("../../e2e/journey"),
      "app/features/operations/bookings/booking.ts": imports("./booking.test"),
      "app/features/operations/bookings/booking.test.ts": imports("../../../../test/harness/database"),
      "test/harness/database.ts": nothing,
      "bench/load.ts": nothing,
      "e2e/journey.ts": nothing,
    },
    expectedViolations: [
      "app/features/operations/bookings/booking.ts → app/features/operations/bookings/booking.test.ts",
      "app/server/boot.server.ts → test/harness/database.ts",
      "db/seed/seed.server.ts → e2e/journey.ts",
      "server.ts → bench/load.ts",
    ],
  },
];
