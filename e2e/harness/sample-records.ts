import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../../app/routes";
import { services } from "../../db/seed/catalogue";
import { ADMIN, type Product } from "./product";
import { LANGUAGE } from "./pseudo-language";

/** All pages of app/routes.ts, with records in the pseudo-language that fill them. */

const PASSWORD = "a person's long password";

/** User input with letters of both directions, ending in a character without direction. */
export const userInput = {
  customer: "Layla ليلى H.",
  technician: "Omar عمر (2)",
  street: "Al Marsa St. شارع 12)",
  message: "Tap drips المطبخ, 2nd floor!",
  note: "Gate code البوابة (77)",
};

export interface SampleRecords {
  /** A booking with a technician on the way and a new request, with their emailed links. */
  bookingId: string;
  requestedId: string;
  followPath: string;
  requestedPath: string;
  visitId: string;
  technicianId: string;
  customerId: string;
  messageId: string;
  /** Records of the audit log and of the other activity lists. */
  entryId: string;
  mailId: string;
  caseId: string;
  errorId: string;
  /** A sent quote, an issued invoice and an active contract, with their links for the customer. */
  quoteId: string;
  quotePath: string;
  invoiceId: string;
  invoicePath: string;
  contractId: string;
  contractPath: string;
  /** Signed-in sessions by role. */
  sessions: Record<
    "office" | "customer" | "technician",
    Awaited<ReturnType<APIRequestContext["storageState"]>>
  >;
}

const pages = pathsOf(routes);
export const officePages = pages.filter((path) => /^\/admin\b/.test(path));
export const customerPages = [
  "/dashboard",
  "/dashboard/past",
  "/dashboard/documents",
  "/dashboard/statement",
  "/user-settings",
];
export const technicianPages = ["/technician"];
export const visitorPages = pages.filter(
  (path) => ![...officePages, ...customerPages, ...technicianPages].includes(path),
);

/** Paths of the pages below these routes, with parameter names. Resource routes are excluded. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  const paths = entries.flatMap(({ path, file, children = [] }) => {
    const own = path ? `${parent}/${path}` : parent;
    return [...(file.endsWith(".tsx") ? [own || "/"] : []), ...pathsOf(children, own)];
  });
  // A layout and its index route have the same path.
  return [...new Set(paths)];
}

/**
 * Example addresses for pages with parameters, and variants of some pages. A new page without an example
 * fails.
 */
const examples: Record<string, (records: SampleRecords) => string[]> = {
  "/services/:service": () => services.filter(({ page }) => page).map(({ id }) => `/services/${id}`),
  "/services/:service/reviews": () => ["/services/hvac/reviews"],
  "/portfolio/:trade?": () => ["/portfolio", "/portfolio/hvac"],
  "/bookings/:reference": ({ followPath, requestedPath }) => [followPath, `${requestedPath}&booked`],
  "/quotes/:reference": ({ quotePath }) => [quotePath],
  "/invoices/:reference": ({ invoicePath }) => [invoicePath],
  "/contracts/:reference": ({ contractPath }) => [contractPath],
  "/auth": () => ["/auth", "/auth?mode=sign-up", "/auth?mode=forgot"],
  "/*": () => ["/no-such-page"],
  "/technician": ({ visitId }) => ["/technician", `/technician?visit=${visitId}`],
  "/admin/bookings": () => ["/admin/bookings", "/admin/bookings?search=no-such-booking"],
  "/admin/bookings/:bookingId": ({ bookingId, requestedId }) =>
    [bookingId, requestedId].map((id) => `/admin/bookings/${id}`),
  "/admin/calendar": () => ["day", "week", "month", "map"].map((view) => `/admin/calendar?view=${view}`),
  "/admin/customers/:customerId": ({ customerId }) => [`/admin/customers/${customerId}`],
  "/admin/customers/:customerId/statement": ({ customerId }) => [`/admin/customers/${customerId}/statement`],
  "/admin/inbox/:id?": ({ messageId }) => ["/admin/inbox", `/admin/inbox/${messageId}`],
  // Emails to the customer only: the office gets emails in its own language.
  "/admin/activity/mails/:id?": ({ mailId }) =>
    ["", `/${mailId}`].map((id) => `/admin/activity/mails${id}?search=layla@example.com`),
  "/admin/activity/undeliverable": () => ["/admin/activity/undeliverable"],
  "/admin/activity/security/:id?": ({ caseId }) => [
    "/admin/activity/security",
    `/admin/activity/security/${caseId}`,
  ],
  "/admin/activity/errors/:id?": ({ errorId }) => [
    "/admin/activity/errors",
    `/admin/activity/errors/${errorId}`,
  ],
  "/admin/activity/:id?": ({ entryId }) => ["/admin/activity", `/admin/activity/${entryId}`],
  "/admin/technicians/:technicianId": ({ technicianId }) => [`/admin/technicians/${technicianId}`],
  "/admin/services/:serviceId": () => ["/admin/services/hvac"],
  "/admin/quotes/:quoteId": ({ quoteId }) => [`/admin/quotes/${quoteId}`],
  "/admin/contracts/:contractId": ({ contractId }) => [`/admin/contracts/${contractId}`],
  "/admin/invoices/:invoiceId": ({ invoiceId }) => [`/admin/invoices/${invoiceId}`],
  "/admin/books/journal/:id?": () => ["/admin/books/journal"],
  "/admin/payments/:id?": () => ["/admin/payments"],
  "/admin/imports/:id?": () => ["/admin/imports"],
  "/admin/payments/cheques/:id?": () => ["/admin/payments/cheques"],
  "/admin/settings/:section?": () => ["identity", "hours", "tax"].map((name) => `/admin/settings/${name}`),
  "/admin/settings/services/:serviceId": () => ["/admin/settings/services/hvac"],
  "/admin/pricing": () => ["services", "packages", "import"].map((view) => `/admin/pricing?view=${view}`),
};

/** Addresses of a page of app/routes.ts. */
export function exampleAddresses(path: string, records: SampleRecords): string[] {
  const addresses = examples[path]?.(records) ?? [path];
  expect(addresses.join(" "), `an example of ${path}`).not.toMatch(/\/:|\*/);
  return addresses;
}

/**
 * Creates a booking with technician and customer account, an open request and a message. `language`: null for English
 * instead of the pseudo-language.
 */
export async function createSampleRecords(
  product: Product,
  playwright: PlaywrightWorkerArgs["playwright"],
  language: string | null = LANGUAGE,
): Promise<SampleRecords> {
  const prefix = language ? `/${language}` : "";
  const names = ["visitor", "office", "customer", "technician"] as const;
  /** API clients with their own cookies. */
  const clients = Object.fromEntries(
    await Promise.all(
      names.map(async (name, at) => {
        const extraHTTPHeaders = { Origin: product.origin, "X-Forwarded-For": `198.19.0.${at + 1}` };
        return [
          name,
          await playwright.request.newContext({ baseURL: product.origin, extraHTTPHeaders }),
        ] as const;
      }),
    ),
  ) as Record<(typeof names)[number], APIRequestContext>;
  const createPoster = (client: APIRequestContext, prefix: string) => async (path: string, data: object) => {
    const answer = await client.post(`${prefix}/api${path}`, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const postAsVisitor = createPoster(clients.visitor, prefix);
  const postAsOffice = createPoster(clients.office, "");
  const find = async (path: string) => (await clients.office.get(`/api/admin/${path}`)).json();

  await postAsOffice("/auth/sign-in/email", ADMIN);
  const { technician } = await postAsOffice("/admin/technicians", {
    name: userInput.technician,
    email: "omar@company.example",
    phone: "0501112223",
  });
  let { version } = technician;
  for (const [verb, change] of [
    ["skills", { serviceIds: ["plumbing"] }],
    ["shifts", { shifts: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 0, endMin: 1440 })) }],
  ] as const) {
    const response = await postAsOffice(`/admin/technicians/${technician.id}/${verb}`, {
      version,
      ...change,
    });
    version = response.technician.version;
  }
  await postAsOffice(`/admin/technicians/${technician.id}/invite`, { version });

  const contact = { email: "layla@example.com", phone: "0501234567" };
  const solveSecurityCheck = async () => {
    const { id, a, b } = await (await clients.visitor.get("/api/security-check")).json();
    return { id, answer: a + b };
  };
  const book = async () =>
    postAsVisitor("/handle-booking", {
      ...contact,
      customerName: userInput.customer,
      service: "plumbing",
      items: [{ service: "plumbing", item: "call-out", quantity: 1 }],
      message: userInput.message,
      addressParts: {
        street: userInput.street,
        buildingName: "",
        unitNumber: "1203",
        area: "Dubai Marina",
        landmark: "",
      },
      securityCheck: await solveSecurityCheck(),
    });
  const scheduledBooking = await book();
  const newRequest = await book();
  await postAsVisitor("/contact/messages", {
    ...contact,
    name: userInput.customer,
    message: userInput.message,
    securityCheck: await solveSecurityCheck(),
  });

  const changeBooking = (path: string, data: object) =>
    postAsOffice(`/admin/bookings/${scheduledBooking.bookingId}/${path}`, data);
  await changeBooking("transitions", { transition: "confirm", version: 1 });
  const startsAt = new Date(Date.now() + (1 + 4) * 3_600_000).toISOString();
  const assigned = await changeBooking("assign", {
    version: 2,
    technicianId: technician.id,
    date: startsAt.slice(0, 10),
    time: `${startsAt.slice(11, 13)}:00`,
    override: userInput.note,
  });
  const { booking } = await changeBooking("notes", {
    version: assigned.booking.version,
    text: userInput.note,
  });
  await changeBooking("transitions", {
    transition: "depart",
    version: booking.version,
    confirmOtherDay: true,
  });

  const account = { email: contact.email, password: PASSWORD };
  await postAsVisitor("/auth/sign-up/email", { ...account, name: userInput.customer });
  const postAsCustomer = createPoster(clients.customer, prefix);
  await postAsCustomer("/auth/sign-in/email", {
    ...account,
    link: await waitForEmailToken(product, contact.email, "confirm"),
  });
  await postAsCustomer("/account/properties", {
    street: userInput.street,
    buildingName: "",
    unitNumber: "",
    area: "",
    landmark: "",
  });
  const postAsTechnician = createPoster(clients.technician, prefix);
  const resetToken = await waitForEmailToken(product, technician.email, "reset");
  await postAsTechnician("/auth/reset-password", { link: resetToken, password: PASSWORD });
  await postAsTechnician("/auth/sign-in/email", { email: technician.email, password: PASSWORD });

  const quote = await postAsOffice(`/admin/bookings/${newRequest.bookingId}/quotes`, {});
  const { quote: quoteDraft } = await find(`quotes/${quote.id}`);
  await postAsOffice(`/admin/quotes/${quote.id}/send`, { version: quoteDraft.version, channel: "email" });
  const invoiceDraft = await postAsOffice("/admin/invoices/drafts", {
    bookingId: scheduledBooking.bookingId,
  });
  const { invoice } = await postAsOffice(`/admin/invoices/${invoiceDraft.invoice.id}/issue`, {
    version: invoiceDraft.invoice.version,
  });
  // Pays a part of the invoice, which leaves a receipt and an open balance.
  await postAsOffice(`/admin/customers/${invoice.customer.id}/payments`, {
    method: "cash",
    fils: 10_00,
    receivedOn: invoice.issueDate,
    note: "",
    invoiceIds: [invoice.id],
    seenOpenFils: invoice.openFils,
  });

  const contractRequest = await postAsVisitor("/contracts/requests", {
    ...contact,
    customerName: userInput.customer,
    packageId: "plus",
    propertyType: "villa-3br",
    message: userInput.message,
    addressParts: {
      street: userInput.street,
      buildingName: "",
      unitNumber: "7",
      area: "Jumeirah",
      landmark: "",
    },
    securityCheck: await solveSecurityCheck(),
  });
  await postAsOffice(`/admin/contracts/${contractRequest.contractId}/agree`, {
    version: 1,
    packageId: "plus",
    propertyType: "villa-3br",
    startsOn: new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10),
    paymentPlan: "cheques",
  });
  await postAsOffice(`/admin/contracts/${contractRequest.contractId}/acceptance`, {
    agreementVersion: 1,
    name: userInput.customer,
    reason: userInput.note,
  });
  await postAsOffice(`/admin/contracts/${contractRequest.contractId}/activate`, { version: 2 });
  const contractLink = await postAsOffice(`/admin/contracts/${contractRequest.contractId}/send`, {
    channel: "link",
  });

  const pathOf = (url: string) => new URL(url).pathname.replace(prefix, "") + new URL(url).search;
  const { customers } = await find(`customers?search=${contact.email}`);
  const { entries } = await find("activity?type=booking.requested");
  await postAsVisitor("/security-events", { type: "auth_failure", message: userInput.note });
  await postAsVisitor("/client-errors", {
    message: userInput.note,
    url: "https://www.example.com/",
    timestamp: new Date().toISOString(),
    severity: "high",
  });
  const { mails } = await find(`mails?search=${contact.email}`);
  const { cases } = await find("security-cases");
  const { errors } = await find("client-errors");
  const records: SampleRecords = {
    bookingId: scheduledBooking.bookingId,
    requestedId: newRequest.bookingId,
    followPath: pathOf(scheduledBooking.followUrl),
    requestedPath: pathOf(newRequest.followUrl),
    visitId: booking.visits[0].id,
    technicianId: technician.id,
    customerId: customers[0].id,
    // A conversation opens by the request that it began with, too.
    messageId: contractRequest.contractId,
    entryId: entries[0].id,
    mailId: mails[0].id,
    caseId: cases[0].id,
    errorId: errors[0].id,
    quoteId: quote.id,
    quotePath: pathOf(await waitForEmailLink(product, contact.email, "quotes")),
    invoiceId: invoice.id,
    contractId: contractRequest.contractId,
    contractPath: pathOf(contractLink.url),
    invoicePath: pathOf(await waitForEmailLink(product, contact.email, "invoices")),
    sessions: {
      office: await clients.office.storageState(),
      customer: await clients.customer.storageState(),
      technician: await clients.technician.storageState(),
    },
  };
  for (const client of Object.values(clients)) await client.dispose();
  return records;
}

/** Link to a document in an email. */
async function waitForEmailLink(product: Product, email: string, page: string): Promise<string> {
  const find = async () =>
    (await product.emailsTo(email))
      .map(({ text }) => new RegExp(`https?://\\S+/${page}/\\S+`).exec(text ?? "")?.[0])
      .find(Boolean);
  await expect.poll(find).toBeTruthy();
  return (await find())!;
}

/** Token after the # of an emailed link. */
async function waitForEmailToken(product: Product, email: string, step: string): Promise<string> {
  const find = async () =>
    (await product.emailsTo(email))
      .map(({ text }) => new RegExp(`#${step}=([\\w.-]+)`).exec(text ?? "")?.[1])
      .find(Boolean);
  await expect.poll(find).toBeTruthy();
  return (await find())!;
}
