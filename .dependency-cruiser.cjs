/**
 * Import rules (README.md, "Layout"). test/architecture.test.ts applies them to the product and to one planted
 * violation of each rule.
 */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const SURFACES = "^app/(site|account|admin|technician)/";
const TESTS = "\\.test\\.tsx?$";
const SERVER_FILE = "\\.server\\.tsx?$";
/** Screens, frames and deferred parts of pages, in addition to the files that app/routes.ts lists. */
const FRAMES = [
  "^app/(site|admin)/frame/",
  "^app/admin/palette/",
  "^app/(site|account|admin|technician)/.+-screen\\.tsx$",
  "^app/site/home/below-the-fold\\.tsx$",
  "^app/site/pages/form/form-page\\.tsx$",
  "^app/technician/(screens|outbox|use-work)\\.tsx?$",
];
/** Code that assembles the product from its parts: app/*.ts and app/server. */
const COMPOSITION = "^app/(server/)?[^/]+$";

/** Folders of features in order: a shelf imports the shelves before it (ARCHITECTURE.md). */
const shelves = ["core", "operations", "finance", "website", "people", "oversight"];

/** Inside these shelves, the features of the same shelf that each feature may import. */
const buildsOn = {
  operations: {
    scheduling: [],
    access: [],
    bookings: ["scheduling", "access"],
    "recurring-bookings": ["scheduling", "bookings"],
    emergencies: ["scheduling", "bookings"],
    reviews: ["scheduling", "bookings"],
    imports: ["scheduling", "bookings"],
    "technician-app": ["scheduling", "bookings", "access"],
    dispatch: ["scheduling", "bookings", "access", "recurring-bookings", "emergencies"],
  },
  finance: {
    quotes: [],
    contracts: ["quotes"],
    invoices: ["quotes", "contracts"],
    payments: ["quotes", "contracts", "invoices"],
    ledger: ["invoices", "payments"],
  },
};

/** Features that read all others and that no feature imports. */
const observers = ["notifications", "activity", "security"];

const packages = (...names) => `(^|/)node_modules/(${names.join("|")})/`;
/** Pattern for the shelf and the feature of a file. */
const FEATURE = "^app/features/[^/]+/[^/]+";
const shelfFolders = (names) => `^app/features/(${names.join("|")})/`;
const featureFolders = (shelf, names) => `^app/features/${shelf}/(${names.join("|")})/`;

const OBSERVERS = featureFolders("oversight", observers);

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  {
    name: "imports-resolve",
    comment: "Every import must resolve, because the other rules do not match unresolved imports.",
    from: {},
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
  {
    name: "no-cycles",
    comment: "Merge files that import each other, or extract the shared part.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-imports-of-composition",
    comment: "Only the composition imports itself. Pages receive their context.",
    from: { path: "^app/[^/]+/", pathNot: ["^app/server/", TESTS] },
    to: { path: [COMPOSITION, "^db/", "^server\\.ts$"], pathNot: "^app/server/context\\.server\\.ts$" },
  },
  {
    name: "page-context-in-pages-only",
    comment: "Features and the platform receive their context as an argument.",
    from: { path: "^app/(features|platform|ui)/", pathNot: TESTS },
    to: { path: "^app/server/context\\.server\\.ts$" },
  },
  {
    name: "no-imports-of-surfaces",
    comment: "Imports go from surfaces to features to the platform.",
    from: { path: "^app/(features|platform|ui)/" },
    to: { path: SURFACES },
  },
  {
    name: "no-imports-between-surfaces",
    comment: "Code shared by two surfaces belongs in a feature or in ui.",
    from: { path: SURFACES },
    to: { path: SURFACES, pathNot: "^app/$1/" },
  },
  {
    name: "screens-in-admin-or-components",
    comment: "Office screens of a feature are in its folder admin, other screens in components.",
    from: {},
    to: { path: `${FEATURE}/(?!admin/|components/).*\\.tsx$`, pathNot: [SERVER_FILE, TESTS] },
  },
  {
    name: "feature-screens-in-features",
    comment:
      "Only pages and frames import screens of features. A screen about a feature belongs in that feature.",
    from: { path: SURFACES, pathNot: [...pages(), ...FRAMES, TESTS] },
    to: { path: [`${FEATURE}/(admin|components)/`, `${FEATURE}/.*client\\.ts$`] },
  },
  {
    name: "office-screens-for-office-only",
    comment: "Folders admin of features are imported by office pages and by each other.",
    from: { path: "^app/", pathNot: ["^app/admin/", `${FEATURE}/admin/`, TESTS] },
    to: { path: `${FEATURE}/admin/` },
  },
  {
    name: "no-features-in-platform",
    from: { path: "^app/platform/", pathNot: TESTS },
    to: { path: "^app/(features|ui)/" },
  },
  {
    name: "no-features-in-ui",
    comment: "ui imports ui, the platform's files without .server, and messages.",
    from: { path: "^app/ui/", pathNot: TESTS },
    to: {
      path: ["^app/", "^db/", SERVER_FILE],
      pathNot: ["^app/ui/", "^app/platform/(?!.*\\.server\\.)", "^app/paraglide/"],
    },
  },
  ...shelves.slice(0, -1).map((shelf, at) => ({
    name: `shelf-order-${shelf}`,
    comment: `${shelf} imports ${shelves.slice(0, at).join(", ") || "no other shelf"}.`,
    from: { path: shelfFolders([shelf]), pathNot: TESTS },
    to: { path: shelfFolders(shelves.slice(at + 1)) },
  })),
  ...Object.entries(buildsOn).flatMap(([shelf, features]) =>
    Object.entries(features).map(([feature, below]) => ({
      name: `feature-order-${feature}`,
      comment: `In its shelf, ${feature} imports ${below.join(", ") || "no other feature"}.`,
      from: { path: featureFolders(shelf, [feature]), pathNot: TESTS },
      to: { path: shelfFolders([shelf]), pathNot: featureFolders(shelf, [feature, ...below]) },
    })),
  ),
  {
    name: "features-are-listed",
    comment: "A new shelf, and a new feature of operations or finance, needs an entry in this file.",
    from: {},
    to: {
      path: "^app/features/",
      pathNot: [
        shelfFolders(shelves.filter((shelf) => !(shelf in buildsOn))),
        ...Object.entries(buildsOn).map(([shelf, features]) => featureFolders(shelf, Object.keys(features))),
      ],
    },
  },
  {
    name: "no-imports-of-observers",
    comment: `Only the composition and pages import ${observers.join(", ")}.`,
    from: {
      path: "^(app|db)/",
      pathNot: [
        OBSERVERS,
        "^app/((reactions|personal-data)|server/(api|worker|schedule))\\.server\\.ts$",
        SURFACES,
        TESTS,
      ],
    },
    to: { path: OBSERVERS },
  },
  {
    name: "no-imports-between-observers",
    from: { path: OBSERVERS, pathNot: TESTS },
    to: { path: OBSERVERS, pathNot: "^app/features/oversight/$1/" },
  },
  {
    name: "no-sql-in-pages",
    comment: "Loaders of pages call queries of features.",
    from: { path: [SURFACES, "^app/ui/"] },
    to: { path: packages("kysely", "pg") },
  },
  {
    name: "pages-use-queries-and-submissions",
    comment: "Loaders import the page context, link keys and queries; actions import submissions.",
    from: { path: SURFACES, pathNot: TESTS },
    to: {
      path: SERVER_FILE,
      pathNot: [
        "^app/server/context\\.server\\.ts$",
        "^app/platform/auth/links/link-keys\\.server\\.ts$",
        `${FEATURE}/(queries|submissions)\\.server\\.ts$`,
        "^app/$1/",
      ],
    },
  },
  {
    name: "pure-rule-files",
    comment: "booking.ts, slots.ts, policy.ts, schema.ts …: no database and no server code, not even types.",
    // API clients and email templates import types only (next rule).
    from: {
      path: "^app/features/.+\\.ts$",
      pathNot: [SERVER_FILE, TESTS, "client\\.ts$", "^app/features/oversight/notifications/templates/"],
    },
    to: { path: [SERVER_FILE, packages("pg")] },
  },
  {
    name: "no-server-code-in-shared-files",
    comment: "Browsers may load files without .server, so these import only types of the server.",
    from: { path: "^app/(features|platform|ui)/", pathNot: [SERVER_FILE, TESTS] },
    to: { path: SERVER_FILE, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-pg-outside-database",
    comment: "Other code receives Ctx.db.",
    from: {
      path: "^(app|db|server\\.ts)",
      pathNot: [
        "^app/platform/(database|backup)/",
        "^app/platform/(live/live|jobs/jobs)\\.server\\.ts$",
        TESTS,
      ],
    },
    to: { path: packages("pg") },
  },
  {
    name: "database-opened-by-boot-only",
    comment:
      "Other code imports only addresses, tables and transactions. Backup, restore and live updates need the server itself.",
    from: {
      path: "^(app|db|server\\.ts)",
      pathNot: [
        "^app/platform/(database|backup|live)/",
        "^app/features/people/backups/",
        "^app/server/(boot|worker)\\.server\\.ts$",
        "^db/seed/large/command\\.server\\.ts$",
        "^db/schema\\.server\\.ts$",
        TESTS,
      ],
    },
    to: {
      path: "^app/platform/database/",
      pathNot: "^app/platform/database/(camel-case|database-address|tables|transaction\\.server)\\.ts$",
    },
  },
  {
    name: "no-tests-in-production",
    comment: "Production code imports no tests and no benchmarks.",
    from: { path: "^(app|db|server\\.ts)", pathNot: TESTS },
    to: { path: ["^(test|e2e|bench)/", TESTS] },
  },
];

/** Pages that app/routes.ts lists; they are in the folders of surfaces. */
function pages() {
  const routes = readFileSync(join(__dirname, "app/routes.ts"), "utf8");
  const named = routes.matchAll(/"((?:site|account|admin|technician)\/[\w./-]+\.tsx?)"/g);
  return [...named].map(([, file]) => exactly(`app/${file}`));
}

function exactly(file) {
  return `^${file.replaceAll(".", "\\.")}$`;
}

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: forbidden.map((rule) => ({ severity: "error", ...rule })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^app/paraglide/"] },
    exclude: { path: ["/\\+types/", "\\.css(\\?|$)"] },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
