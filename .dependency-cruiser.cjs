/**
 * Which file may know which (README.md, "Layout"). test/architecture.test.ts holds the product to these rules
 * and proves, with planted violations, that each of them catches what it is for.
 */
const { globSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");

const SURFACES = "^app/(site|account|admin|technician)/";
const TESTS = "\\.test\\.tsx?$";
const SERVER_FILE = "\\.server\\.tsx?$";
/** Beside the pages that routes name: what frames them, and what of a page comes late. */
const FRAMES = [
  "^app/(site|admin)/frame/",
  "^app/admin/palette/",
  "^app/site/home/below-the-fold\\.tsx$",
  "^app/site/pages/form/form-page\\.tsx$",
  "^app/technician/(screens|outbox|use-work)\\.tsx?$",
];
/** Files that put the product together: app/*.ts and app/server. */
const COMPOSITION = "^app/(server/)?[^/]+$";

/**
 * The features that each feature may import: pricing, catalogue, customers ← forms, scheduling ← bookings ← quotes, contracts ← invoices ← payments ← ledger.
 * customer-desk shows and merges the records of a customer. accounts shows customers their bookings and addresses.
 */
const groundwork = ["business", "pricing", "geography", "catalogue", "customers"];
const buildsOn = {
  business: ["e-invoices"],
  pricing: ["business"],
  catalogue: ["business", "pricing"],
  // Communities of Dubai, the map and travel times.
  geography: [],
  customers: ["business", "geography", "e-invoices"],
  // Parts shared by public forms: contact details, address, security check and idempotency.
  forms: ["geography", "customers"],
  // Layout of PDF documents. Callers pass the content.
  documents: ["business", "pricing"],
  // Structured documents for the e-invoice network, and its provider.
  "e-invoices": [],
  // Checks of external providers in the settings.
  "provider-checks": [],
  // The portfolio shows photos of bookings.
  content: ["business", "pricing", "catalogue", "scheduling", "bookings", "technician-app"],
  scheduling: groundwork,
  bookings: [...groundwork, "forms", "scheduling", "packages"],
  "recurring-bookings": [...groundwork, "forms", "scheduling", "bookings"],
  // Access details of properties and community permits.
  access: ["customers", "forms", "scheduling", "bookings"],
  // Escalation, technician suggestions and on-call pages.
  emergencies: [...groundwork, "scheduling", "bookings"],
  contact: ["business", "customers", "forms"],
  dispatch: [...groundwork, "scheduling", "bookings", "recurring-bookings", "access"],
  "technician-app": [...groundwork, "scheduling", "bookings", "access"],
  quotes: [...groundwork, "forms", "documents", "scheduling", "bookings", "technician-app", "packages"],
  packages: [...groundwork, "forms"],
  // Contracts, their visits and renewal. Bookings read entitlements from packages.
  contracts: [...groundwork, "forms", "scheduling", "bookings", "quotes", "packages"],
  invoices: [
    ...groundwork,
    "forms",
    "documents",
    "e-invoices",
    "scheduling",
    "bookings",
    "quotes",
    "packages",
    "contracts",
  ],
  payments: [...groundwork, "forms", "documents", "scheduling", "bookings", "quotes", "packages", "invoices"],
  // The journal reads issued documents and payments; they do not import it.
  ledger: ["catalogue", "customers", "packages", "e-invoices", "invoices", "payments"],
  reviews: [...groundwork, "forms", "scheduling", "bookings"],
  "customer-desk": [
    ...groundwork,
    "forms",
    "e-invoices",
    "scheduling",
    "bookings",
    "access",
    "recurring-bookings",
    "packages",
    "contracts",
    "quotes",
    "invoices",
    "payments",
  ],
  today: [
    ...groundwork,
    "backups",
    "content",
    "scheduling",
    "bookings",
    "recurring-bookings",
    "quotes",
    "invoices",
    "payments",
    "ledger",
    "analytics",
  ],
  // API keys and webhooks.
  "api-access": ["bookings", "quotes", "invoices", "payments"],
  "web-tracking": [],
  analytics: [
    ...groundwork,
    "scheduling",
    "bookings",
    "quotes",
    "invoices",
    "ledger",
    "reviews",
    "web-tracking",
  ],
  backups: ["business"],
  // Lists from spreadsheets, by the rules of the forms.
  imports: ["catalogue", "customers", "forms", "scheduling", "bookings"],
  inbox: ["contact", "packages"],
  // What the office looks for, in all that has a number or a name.
  search: ["customers", "scheduling", "bookings", "quotes", "contracts", "invoices", "inbox"],
  accounts: [
    ...groundwork,
    "forms",
    "scheduling",
    "bookings",
    "reviews",
    "access",
    "packages",
    "quotes",
    "invoices",
    "payments",
  ],
};
/** These look at all the others; no feature knows that it is looked at. */
const observers = ["notifications", "activity", "security"];

const packages = (...names) => `(^|/)node_modules/(${names.join("|")})/`;
const folders = (names) => `^app/features/(${names.join("|")})/`;

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  {
    name: "imports-resolve",
    comment: "An import that leads nowhere would slip through every other rule.",
    from: {},
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
  {
    name: "no-cycles",
    comment: "Files that need each other are one file, or a third one is missing.",
    from: {},
    to: { circular: true },
  },
  {
    name: "no-dead-files",
    comment: "What neither the server, nor the browser's entry, nor a route leads to is not in use.",
    from: { path: entries() },
    to: { path: "^(app|db)/", pathNot: [...entries(), TESTS], reachable: false },
  },
  {
    name: "only-the-root-composes",
    comment: "Nothing below knows how the product is put together. Pages are handed their context.",
    from: { path: "^app/[^/]+/", pathNot: ["^app/server/", TESTS] },
    to: { path: [COMPOSITION, "^db/", "^server\\.ts$"], pathNot: "^app/server/context\\.server\\.ts$" },
  },
  {
    name: "only-pages-take-the-page-context",
    comment: "Features and the platform get their context as an argument.",
    from: { path: "^app/(features|platform|ui)/", pathNot: TESTS },
    to: { path: "^app/server/context\\.server\\.ts$" },
  },
  {
    name: "surfaces-stay-on-top",
    comment: "surfaces → features → platform, never back.",
    from: { path: "^app/(features|platform|ui)/" },
    to: { path: SURFACES },
  },
  {
    name: "surfaces-stay-apart",
    comment: "What two surfaces share belongs to a feature or to ui.",
    from: { path: SURFACES },
    to: { path: SURFACES, pathNot: "^app/$1/" },
  },
  {
    name: "screens-have-a-room",
    comment:
      "A subject's screens stand in its feature: those of the office in admin, those of everybody else in components.",
    from: {},
    to: { path: "^app/features/[^/]+/(?!admin/|components/).*\\.tsx$", pathNot: [SERVER_FILE, TESTS] },
  },
  {
    name: "surfaces-hold-no-subject",
    comment:
      "Pages and frames show what features hold. What else stands in a surface knows nothing of them: it would be a subject's screen.",
    from: { path: SURFACES, pathNot: [...pages(), ...FRAMES, TESTS] },
    to: { path: "^app/features/[^/]+/((admin|components)/|(admin-)?client\\.ts$)" },
  },
  {
    name: "the-office-keeps-to-itself",
    comment: "What stands in a feature's admin is for the office's pages, and for that of other features.",
    from: { path: "^app/", pathNot: ["^app/admin/", "^app/features/[^/]+/admin/", TESTS] },
    to: { path: "^app/features/[^/]+/admin/" },
  },
  {
    name: "platform-knows-no-business",
    from: { path: "^app/platform/", pathNot: TESTS },
    to: { path: "^app/(features|ui)/" },
  },
  {
    name: "ui-knows-no-business",
    comment: "ui imports ui, the platform's plain files and the messages.",
    from: { path: "^app/ui/", pathNot: TESTS },
    to: {
      path: ["^app/", "^db/", SERVER_FILE],
      pathNot: ["^app/ui/", "^app/platform/(?!.*\\.server\\.)", "^app/paraglide/"],
    },
  },
  ...Object.entries(buildsOn).map(([feature, below]) => ({
    name: `feature-order-${feature}`,
    comment: `${feature} builds on ${below.join(", ") || "no other feature"}.`,
    from: { path: folders([feature]), pathNot: TESTS },
    to: { path: "^app/features/", pathNot: folders([feature, ...below]) },
  })),
  {
    name: "features-have-a-place",
    comment: "A new feature is given its place in this file.",
    from: {},
    to: { path: "^app/features/", pathNot: folders([...Object.keys(buildsOn), ...observers]) },
  },
  {
    name: "observers-are-not-built-on",
    comment: `${observers.join(", ")} read the others; reactions, the API, the schedule, the list of personal data and pages are what calls them.`,
    from: {
      path: "^(app|db)/",
      pathNot: [
        folders(observers),
        "^app/((reactions|personal-data)|server/(api|worker|schedule))\\.server\\.ts$",
        SURFACES,
        TESTS,
      ],
    },
    to: { path: folders(observers) },
  },
  {
    name: "observers-stay-apart",
    from: { path: `^app/features/(${observers.join("|")})/`, pathNot: TESTS },
    to: { path: folders(observers), pathNot: "^app/features/$1/" },
  },
  {
    name: "pages-hold-no-sql",
    comment: "A page's loader calls a feature's query.",
    from: { path: [SURFACES, "^app/ui/"] },
    to: { path: packages("kysely", "pg", "pg-boss") },
  },
  {
    name: "pages-only-ask",
    comment:
      "On the server a page's loader knows its context, the key of its link and the features' queries, its action their submissions.",
    from: { path: SURFACES, pathNot: TESTS },
    to: {
      path: SERVER_FILE,
      pathNot: [
        "^app/server/context\\.server\\.ts$",
        "^app/platform/auth/links/link-keys\\.server\\.ts$",
        "^app/features/[^/]+/(queries|submissions)\\.server\\.ts$",
        "^app/$1/",
      ],
    },
  },
  {
    name: "rules-are-pure",
    comment: "booking.ts, slots.ts, policy.ts, schema.ts …: no database, no server, not even as a type.",
    // The browser's side of the API takes its types from the rows (next rule: types only).
    // What a mail says knows the types of what it is filled with.
    from: {
      path: "^app/features/.+\\.ts$",
      pathNot: [SERVER_FILE, TESTS, "client\\.ts$", "^app/features/notifications/templates/"],
    },
    to: { path: [SERVER_FILE, packages("pg")] },
  },
  {
    name: "plain-files-run-anywhere",
    comment: "What is not named .server may be loaded by a browser: of the server it may know types.",
    from: { path: "^app/(features|platform|ui)/", pathNot: [SERVER_FILE, TESTS] },
    to: { path: SERVER_FILE, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "one-door-to-the-database",
    comment: "Everybody else is given Ctx.db.",
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
    name: "only-boot-opens-the-database",
    comment:
      "Of app/platform/database the others know the tables and transactions. What backs all of it up and brings it back goes below them.",
    from: {
      path: "^(app|db|server\\.ts)",
      pathNot: [
        "^app/platform/(database|backup)/",
        "^app/features/backups/",
        "^app/server/(boot|worker)\\.server\\.ts$",
        "^db/seed/large/command\\.server\\.ts$",
        "^db/schema\\.server\\.ts$",
        TESTS,
      ],
    },
    to: {
      path: "^app/platform/database/",
      pathNot: "^app/platform/database/(tables|transaction\\.server)\\.ts$",
    },
  },
  {
    name: "tests-stay-outside",
    comment: "What runs in production knows no test, journey or benchmark.",
    from: { path: "^(app|db|server\\.ts)", pathNot: TESTS },
    to: { path: ["^(test|e2e|bench)/", TESTS] },
  },
];

/** Where execution begins: what Node and the router's build load, and the pages, which app/routes.ts names as text. */
function entries() {
  return [
    "^server\\.ts$",
    "^app/server/boot-development\\.server\\.ts$",
    "^app/root\\.tsx$",
    "^app/routes\\.ts$",
    "^app/entry\\.(client|server)\\.tsx$",
    // Programs of processes, which vite.config.ts names.
    "^app/platform/documents/render-process\\.ts$",
    "^app/platform/files/picture-process\\.ts$",
    // What `npm run seed:large` runs.
    "^db/seed/large/command\\.server\\.ts$",
    // What `node scripts/write-schema.mjs` runs.
    "^db/schema\\.server\\.ts$",
    ...pages(),
    ...workers().map(exactly),
  ];
}

/** What app/routes.ts names, which stands in a surface: a page in a feature is led to by nothing. */
function pages() {
  const routes = readFileSync(join(__dirname, "app/routes.ts"), "utf8");
  const named = routes.matchAll(/"((?:site|account|admin|technician)\/[\w./-]+\.tsx?)"/g);
  return [...named].map(([, file]) => exactly(`app/${file}`));
}

function exactly(file) {
  return `^${file.replaceAll(".", "\\.")}$`;
}

/** What runs beside a page is no import of its: the page names the file where it starts it. */
function workers() {
  return globSync("app/**/*.tsx", { cwd: __dirname }).flatMap((page) => {
    const text = readFileSync(join(__dirname, page), "utf8");
    const started = text.matchAll(/new Worker\(new URL\("([^"]+)", import\.meta\.url\)/g);
    return [...started].map(([, file]) => join(dirname(page), file));
  });
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
