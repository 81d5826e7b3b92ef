import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { casesForRun, seedOfRun } from "../test/faults/rounds";
import { createActiveContract } from "../test/harness/company/active-contract";
import { createApprovedQuote, createIssuedInvoice } from "../test/harness/company/billing";
import { type Caller, createCaller, NOW, TODAY, TOMORROW } from "../test/harness/company/booking-caller";
import { createTestPicture } from "../test/harness/pictures";
import { priceListColumns } from "./features/core/pricing/price-list";
import { bookingColumns } from "./features/operations/imports/booking-list";
import { customerColumns } from "./features/operations/imports/customer-list";
import { createSecondFactorCheck } from "./features/people/accounts/sign-in/second-factor.server";
import { keyPermissions } from "./features/people/api-access/key-areas";
import { hashKey, newKey } from "./features/people/api-access/secret.server";
import { saveFile } from "./platform/files/files.server";
import type { Endpoint } from "./platform/http/endpoint.server";
import { runNextJob } from "./platform/jobs/background-jobs.server";
import { createRandom } from "./platform/random";
import { addDays } from "./platform/time";
import { features } from "./server/api.server";
import { backgroundJobHandlers } from "./server/background-jobs.server";

/** Calls each endpoint that a key may call with a key that has exactly the documented permission. */

const rows = features
  .flatMap(({ rows }): readonly Endpoint[] => rows)
  .filter(({ may }) => may === "office.enter" || (keyPermissions as string[]).includes(may));

let caller: Caller;
let admin: Record<string, string>;
let technicianId: string;
let records: Record<string, string>;
const keys = new Map<string, Record<string, string>>();

beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  technicianId = await caller.addTechnician("Omar Saleh");
  records = await createRecords();
  for (const { may } of rows) if (!keys.has(may)) keys.set(may, await createKey(may));
});
afterAll(() => caller.close());

/** `office.enter` is granted to every key. */
async function createKey(permission: string): Promise<Record<string, string>> {
  const key = newKey();
  const { id } = await caller.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", "office@company.example")
    .executeTakeFirstOrThrow();
  await caller.db
    .insertInto("apiKeys")
    .values({
      userId: id,
      name: permission,
      hash: hashKey(key),
      suffix: key.slice(-4),
      permissions: [permission === "office.enter" ? "prices.read" : permission],
      createdAt: new Date(),
    })
    .execute();
  return { Authorization: `Bearer ${key}` };
}

/** Calls the office API as the admin. Throws if the call fails. */
async function office(path: string, body?: object) {
  const answer = await caller.call(body ? "POST" : "GET", `/api/admin${path}`, body, admin);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

async function createBooking(changes: Record<string, unknown> = {}) {
  const { bookingId } = await caller.book(changes);
  return bookingId;
}

/** Different, so that no technician has two visits at a time. */
let days = 10;
const nextDay = () => addDays("2027-09-01", days++);
/** A confirmed booking with a technician, and its visit. */
async function createVisit() {
  const bookingId = await createBooking();
  await office(`/bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });
  const placement = { technicianId, date: nextDay(), time: "10:00" };
  const { booking } = await office(`/bookings/${bookingId}/assign`, { version: 2, ...placement });
  return { bookingId, visitId: booking.visits[0].id as string, version: booking.version as number };
}

async function createQuote() {
  const { id } = await office(`/bookings/${records.booking}/quotes`, {});
  return id as string;
}

/** Different, because a second payment of the same amount and day is refused. */
let nextFils = 10_00;
async function createPayment() {
  const fils = nextFils++;
  const invoice = await createIssuedInvoice(caller.ctx(), records.customer!, fils);
  const { payment } = await office(`/customers/${records.customer}/payments`, {
    ...{ method: "cash", fils, receivedOn: TODAY, note: "", invoiceIds: [invoice.id], seenOpenFils: fils },
  });
  return payment.id as string;
}

async function createCheque() {
  const invoice = await createIssuedInvoice(caller.ctx(), records.customer!, 20_00);
  const number = String(Math.floor(Math.random() * 1e9));
  const details = { number, bank: "Emirates NBD", dated: TODAY, fils: 20_00, invoiceId: invoice.id };
  return (await office(`/customers/${records.customer}/cheques`, details)) as { id: string; version: number };
}

async function createRecords(): Promise<Record<string, string>> {
  const photo = await caller.http.request("/api/pictures", {
    method: "POST",
    headers: { "Content-Type": "image/jpeg", Origin: caller.config.publicUrl },
    body: Buffer.from(await createTestPicture("jpeg")),
  });
  const { id: photoId } = (await photo.json()) as { id: string };
  const booking = await createBooking({ photoIds: [photoId] });
  const { customerId, propertyId } = await caller.db
    .selectFrom("bookings")
    .select(["customerId", "propertyId"])
    .where("id", "=", booking)
    .executeTakeFirstOrThrow();
  records = { booking, customer: customerId, property: propertyId, photo: photoId };
  const invoice = await createIssuedInvoice(caller.ctx(), customerId, 100_00);
  const quote = await createQuote();
  await office(`/quotes/${quote}/send`, { version: 1, channel: "link" });
  const contract = await createActiveContract(caller.db, {
    ...{ propertyId, packageId: "essential", startsOn: "2026-06-01", endsOn: "2027-05-31" },
  });
  const { id: activity } = await caller.db
    .selectFrom("trail")
    .select("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    ...records,
    ...{ invoice: invoice.id, quote, contract, activity: String(activity) },
    ...{ payment: await createPayment(), cheque: (await createCheque()).id },
  };
}

/** Records in addresses by the part before the parameter. */
const recordOf: Record<string, string> = {
  bookings: "booking",
  customers: "customer",
  "customer-lookup": "customer",
  invoices: "invoice",
  quotes: "quote",
  contracts: "contract",
  payments: "payment",
  cheques: "cheque",
  activity: "activity",
  photos: "photo",
  properties: "property",
};

interface Sample {
  params?: Record<string, string>;
  body?: object;
}

const queries: Record<string, string> = {
  "/admin/board": `from=${TODAY}&to=${TODAY}`,
  "/admin/board/month": `from=${TODAY}&to=${TODAY}`,
  "/admin/bookings/{id}/plan": `date=${TOMORROW}&time=09:00&days=2&minutes=480`,
  "/admin/bookings/{id}/technicians": `date=${TOMORROW}&time=09:00`,
  "/admin/customer-lookup": "search=0501000001",
  "/admin/customers/{id}/statement": `from=${TODAY}&to=${TODAY}`,
  "/admin/customers/{id}/statement.csv": `from=${TODAY}&to=${TODAY}`,
  "/admin/customers/{id}/statement.pdf": `from=${TODAY}&to=${TODAY}`,
  "/admin/missing-letters": "text=Aisha",
  "/admin/search": "search=Aisha",
  "/admin/technicians/{technicianId}/reassignment": `from=${TODAY}T05:00:00.000Z`,
  "/admin/technicians/{technicianId}/visits": `from=${TODAY}T00:00:00Z&to=${TODAY}T20:00:00Z`,
};

const version = 1;
const technicianVersion = async () => ({
  version: (await office(`/technicians/${technicianId}`)).technician.version as number,
});
const customerVersion = async () => ({
  version: (await office(`/customers/${records.customer}`)).customer.version as number,
});
const onVisit = async (body: object = {}): Promise<Sample> => {
  const { version, ...params } = await createVisit();
  return { params, body: { version, ...body } };
};
const onBooking = async (body: object): Promise<Sample> => ({
  params: { id: await createBooking() },
  body: { version, ...body },
});

const access = {
  ...{ parking: "Visitors, level 2", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
  ...{ permitNeeded: false, permitBy: null, permitUntil: null, permitFileId: null, version: 0 },
};
const draftLine = { description: "AC service", quantityHundredths: 100, unit: "unit", unitFils: 150_00 };
async function onSentQuote(body: object = {}): Promise<Sample> {
  const id = await createQuote();
  await office(`/quotes/${id}/send`, { version, channel: "link" });
  const { quote } = await office(`/quotes/${id}`);
  return { params: { id }, body: { version: quote.version, ...body } };
}
async function onInvoiceDraft(body: object = {}): Promise<Sample> {
  const { invoice } = await office("/invoices/drafts", { customerId: records.customer });
  return { params: { id: invoice.id }, body: { version: invoice.version, ...body } };
}
const onTechnician = async (name: string, body: object = {}): Promise<Sample> => ({
  params: { technicianId: await caller.addTechnician(name) },
  body: { version, ...body },
});
async function createCustomer(phone: string): Promise<string> {
  const id = await createBooking({
    phone,
    email: `${phone}@customer.example`,
    customerName: "Another Customer",
  });
  const booking = caller.db.selectFrom("bookings").select("customerId").where("id", "=", id);
  return (await booking.executeTakeFirstOrThrow()).customerId;
}

async function onService(name: string): Promise<Sample> {
  const service = { name, summary: "Hung", icon: "air-vent", durationMin: 60, bufferMin: 15, outdoor: false };
  const { serviceId } = await office("/services", service);
  return { params: { id: serviceId }, body: { version } };
}
async function onHoliday(day: string, more: object = {}): Promise<Sample> {
  await office("/holidays", { day, name: "A day off", ...more });
  return { body: { day } };
}

/** A booking whose state no single call of the office produces. */
async function inState(
  state: "on_hold" | "completed",
  changes: Record<string, unknown> = {},
): Promise<string> {
  const id = await createBooking(changes);
  await caller.db.updateTable("bookings").set({ state }).where("id", "=", id).execute();
  return id;
}

async function onConfirmed(body: object, param = "id"): Promise<Sample> {
  const id = await createBooking();
  await office(`/bookings/${id}/transitions`, { transition: "confirm", version });
  return { params: { [param]: id }, body: { version: 2, ...body } };
}

async function onPlannedDays(): Promise<Sample> {
  const { params, body } = await onConfirmed({});
  const plan = { ...(await planOf()), ...body };
  const { booking } = await office(`/bookings/${params!.id}/plan`, plan);
  return { params: params!, body: { undo: { leftVersion: booking.version, undoneVersions: [] } } };
}
async function planOf() {
  const lead = await caller.addTechnician(`Planned ${++days}`);
  return {
    technicianId: lead,
    helperIds: [],
    date: nextDay(),
    time: "09:00",
    days: 2,
    minutes: 480,
    override: "",
  };
}

const recurrence = { interval: "monthly", day: "2027-01-20", time: "10:00" };
async function onRecurring(body: object): Promise<Sample> {
  const made = await office(`/bookings/${await createBooking()}/recurrence`, { version, ...recurrence });
  return {
    params: { id: made.recurringBooking.id },
    body: { version: made.recurringBooking.version, ...body },
  };
}

/** A technician with one visit, and the input that reassigns it to another. */
async function createReassignment() {
  const bookingId = await createBooking();
  await office(`/bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });
  const owner = await caller.addTechnician(`Owner ${++days}`);
  const placement = { technicianId: owner, date: nextDay(), time: "10:00" };
  const { booking } = await office(`/bookings/${bookingId}/assign`, { version: 2, ...placement });
  const visitId: string = booking.visits[0].id;
  const replacement = await caller.addTechnician(`Replacement ${++days}`);
  const visits = [{ visitId, version: booking.version, technicianId: replacement }];
  return { bookingId, visitId, owner, visits };
}

/** Another property, because a property has one contract at a time. */
async function createContract() {
  const phone = `05022240${++days}`;
  const booking = await createBooking({ phone, email: `${phone}@customer.example` });
  const { propertyId } = await caller.db
    .selectFrom("bookings")
    .select("propertyId")
    .where("id", "=", booking)
    .executeTakeFirstOrThrow();
  return createActiveContract(caller.db, {
    ...{ propertyId, packageId: "essential", startsOn: "2025-12-01", endsOn: "2026-11-30" },
  });
}
async function createConversation(): Promise<string> {
  const { id } = await caller.db
    .insertInto("conversations")
    .values({
      name: "Aisha",
      email: `${crypto.randomUUID()}@example.com`,
      lastMessageAt: NOW,
      unreadCount: 1,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function onConversation(body: object = {}): Promise<Sample> {
  const id = await createConversation();
  await createReceivedMessage(id);
  return { params: { id }, body };
}

async function createReceivedMessage(conversationId: string): Promise<string> {
  const { id } = await caller.db
    .insertInto("conversationMessages")
    .values({
      ...{ conversationId, direction: "received", channel: "email", text: "A question" },
      ...{ address: "aisha@example.com", sentAt: NOW },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function createConversationFile(): Promise<string> {
  const messageId = await createReceivedMessage(await createConversation());
  const bytes = new Uint8Array(1);
  const file = { kind: "conversation-file", contentType: "application/pdf", bytes };
  const fileId = await saveFile(caller.ctx(), caller.files, file);
  const { id } = await caller.db
    .insertInto("conversationFiles")
    .values({ messageId, contentType: "application/pdf", state: "stored", dueAt: null, fileId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function onContract(body: object = {}): Promise<Sample> {
  return { params: { id: await createContract() }, body: { version, ...body } };
}
async function requestContract(): Promise<string> {
  const { customerName, phone, addressParts, securityCheck } = await caller.form();
  const request = { customerName, phone, addressParts, securityCheck, message: "", email: "amc@example.com" };
  const terms = { packageId: "essential", propertyType: "villa-3br" };
  const { body, text } = await caller.call("POST", "/api/contracts/requests", { ...request, ...terms });
  if (!body.contractId) throw new Error(text);
  return body.contractId;
}

async function onApprovedQuote(body: object): Promise<Sample> {
  const { id } = await createApprovedQuote(caller.ctx(), records.customer!);
  const { quote } = await office(`/quotes/${id}`);
  return { params: { id }, body: { version: quote.version, ...body } };
}

async function onVisitWithHelper(): Promise<Sample> {
  const { bookingId, visitId, version } = await createVisit();
  const helper = { technicianId: await caller.addTechnician(`Helper ${++days}`), override: "" };
  const path = `/bookings/${bookingId}/visits/${visitId}/helpers/add`;
  const { booking } = await office(path, { version, ...helper });
  return {
    params: { bookingId, visitId },
    body: { version: booking.version, technicianId: helper.technicianId },
  };
}

const price = { item: "call-out", name: "Call-out", terms: { mode: "fixed", unit: "visit", fils: 199_00 } };
const plannedPrice = (effectiveFrom: string) => ({ serviceId: "plumbing", ...price, effectiveFrom });
const plannedPackagePrice = (effectiveFrom: string, fils: number) => ({
  ...{ packageId: "essential", propertyType: "villa-3br", fils, effectiveFrom },
});

/** Valid changes. Other changes are called with an empty body, which an admitted key gets refused as invalid. */
const samples: Record<string, () => Promise<Sample> | Sample> = {
  "post /admin/bookings/{id}/transitions": () => onBooking({ transition: "confirm" }),
  "post /admin/bookings/{id}/notes": () => onBooking({ text: "Rang twice" }),
  "post /admin/bookings/{id}/contacts": () => onBooking({ channel: "call", text: "Called back" }),
  "post /admin/bookings/{id}/acknowledge": async () => ({
    params: { id: await createBooking({ service: "emergency" }) },
  }),
  "post /admin/bookings/{id}/assign": async () => {
    const id = await createBooking();
    await office(`/bookings/${id}/transitions`, { transition: "confirm", version });
    return { params: { id }, body: { version: 2, technicianId, date: "2027-02-21", time: "10:00" } };
  },
  "post /admin/bookings/{id}/correct": () => onBooking({ durationMin: 180 }),
  "post /admin/bookings/{bookingId}/crew-size": async () => ({
    params: { bookingId: await createBooking() },
    body: { version, crewSize: 2 },
  }),
  "post /admin/bookings/{bookingId}/visits/{visitId}/unassign": () => onVisit(),
  "post /admin/bookings/{bookingId}/visits/{visitId}/crew-size": () => onVisit({ crewSize: 2 }),
  "post /admin/bookings/{bookingId}/visits/{visitId}/placement": () =>
    onVisit({ technicianId, date: "2027-02-20", time: "16:00" }),
  "post /admin/customers/{id}/notes": () => ({ body: { text: "Prefers mornings" } }),
  "post /admin/customers/{id}/edit": async () => ({
    body: { ...(await customerVersion()), name: "A new name", phone: "0502221002" },
  }),
  "post /admin/holidays": () => ({ body: { day: "2027-02-17", name: "A day off" } }),
  "post /admin/invoices/drafts": () => ({ body: { customerId: records.customer } }),
  "post /admin/invoices/{id}/resend": () => ({ body: { channel: "link" } }),
  "post /admin/invoices/{id}/replace-link": () => ({}),
  "post /admin/invoices/{id}/reminders": () => ({ body: { on: false } }),
  "post /admin/invoices/{id}/credit": async () => {
    const { invoice } = await office(`/invoices/${records.invoice}`);
    const credit = { kind: "amount", fils: 10_00 };
    return { body: { version: invoice.version, credit, reason: "Agreed", eventDate: TODAY } };
  },
  "post /admin/books/bank-deposits": async () => {
    await createPayment();
    return { body: { day: TODAY, fils: 1_00, reference: "" } };
  },
  "post /admin/customers/{id}/payments": async () => {
    const { id } = await createIssuedInvoice(caller.ctx(), records.customer!, 30_00);
    const paid = { method: "cash", fils: 30_00, receivedOn: TODAY, note: "" };
    return { body: { ...paid, invoiceIds: [id], seenOpenFils: 30_00 } };
  },
  "post /admin/payments/{id}/void": async () => ({
    params: { id: await createPayment() },
    body: { reason: "Another customer's" },
  }),
  "post /admin/customers/{id}/cheques": async () => {
    const { id } = await createIssuedInvoice(caller.ctx(), records.customer!, 30_00);
    const cheque = { number: "977208866", bank: "Emirates NBD", dated: TODAY, fils: 30_00 };
    return { body: { ...cheque, invoiceId: id } };
  },
  "post /admin/cheques/{id}/transitions": async () => {
    const { id, version } = await createCheque();
    return { params: { id }, body: { transition: "deposit", version } };
  },
  "post /admin/cheques/{id}/keep": async () => {
    const { id, version } = await createCheque();
    return { params: { id }, body: { version } };
  },
  "post /admin/payouts/{id}/acknowledge": async () => {
    const failed = { provider: "stripe", providerPayout: "po_key_call", amountFils: 1_00 };
    const { id } = await caller.db
      .insertInto("payouts")
      .values({ ...failed, arrivedOn: TODAY, failedOn: TODAY })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
  "post /admin/customers/{id}/refunds": async () => {
    const body = { method: "cash", fils: 90_00, receivedOn: TODAY, note: "", invoiceIds: [] };
    const path = `/customers/${records.customer}/payments`;
    await office(path, { ...body, seenOpenFils: 0, creditRemainder: true });
    return { body: { method: "cash", fils: 50_00, reason: "Paid too much" } };
  },
  "post /admin/bookings/{id}/quotes": () => ({}),
  "post /admin/quotes": () => ({ body: { customerId: records.customer, propertyId: records.property } }),
  "post /admin/quotes/{id}/duplicate": () => ({}),
  "post /admin/quotes/{id}/send": async () => ({
    params: { id: await createQuote() },
    body: { version, channel: "link" },
  }),
  "post /admin/services": () => ({
    body: {
      name: "Curtains",
      summary: "Hung",
      icon: "air-vent",
      durationMin: 60,
      bufferMin: 15,
      outdoor: false,
    },
  }),
  "post /admin/services/order": async () => {
    const { services } = await office("/services");
    return { body: { serviceIds: services.map(({ id }: { id: string }) => id) } };
  },
  "post /admin/technicians": () => ({
    body: { name: "Sana Iqbal", email: "sana@company.example", phone: "0501234567" },
  }),
  "post /admin/technicians/{technicianId}/contact": async () => ({
    body: {
      ...(await technicianVersion()),
      name: "Omar",
      email: "omar@company.example",
      phone: "0559876543",
    },
  }),
  "post /admin/technicians/{technicianId}/skills": async () => ({
    body: { ...(await technicianVersion()), serviceIds: ["plumbing", "hvac"] },
  }),
  "post /admin/technicians/{technicianId}/zones": async () => ({
    params: { technicianId: await caller.addTechnician("Sara Haddad") },
    body: { version, areas: ["Mirdif"] },
  }),
  "post /admin/technicians/{technicianId}/time-off": async () => ({
    body: { ...(await technicianVersion()), fromDay: "2027-02-01", toDay: "2027-02-01", reason: "Dentist" },
  }),
  "post /admin/technicians/{technicianId}/calendar-link/enable": async () => ({
    body: await technicianVersion(),
  }),
  "post /admin/technicians/{technicianId}/reassignment-with-update": async () => ({
    body: {
      ...(await technicianVersion()),
      visits: [],
      update: { timeOff: { fromDay: "2027-03-01", toDay: "2027-03-01", reason: "Sick" } },
    },
  }),
  "post /admin/booking-filters": () => ({ body: { name: "Mine", filter: {} } }),
  "post /admin/bookings/{bookingId}/access": async () => ({
    params: { bookingId: await createBooking() },
    body: { ...access, onlyThisBooking: true },
  }),
  "post /admin/properties/{propertyId}/access": () => ({ body: access }),
  "post /admin/bookings/transitions": async () => ({
    body: { transition: "confirm", bookings: [{ id: await createBooking(), version }] },
  }),
  "post /admin/bookings/{bookingId}/visits/{visitId}/cancel": () => onVisit(),
  "post /admin/bookings/{bookingId}/visits/{visitId}/helpers/add": async () =>
    onVisit({ technicianId: await caller.addTechnician("Huda Karim") }),
  "post /admin/quotes/{id}/revise": onSentQuote,
  "post /admin/quotes/{id}/withdraw": onSentQuote,
  "post /admin/quotes/{id}/resend-link": () => onSentQuote({ channel: "link" }),
  "post /admin/quotes/{id}/replace-link": () => onSentQuote(),
  "post /admin/invoices/{id}/draft": () => onInvoiceDraft({ lines: [draftLine] }),
  "post /admin/invoices/{id}/delete": () => onInvoiceDraft(),
  "post /admin/invoices/{id}/issue": () => onInvoiceDraft({ draft: { lines: [draftLine] } }),
  "post /admin/today/stuck-documents/retry": () => ({}),
  "post /admin/customers/{id}/merge": async () => {
    const [id, merged] = [await createCustomer("0502223001"), await createCustomer("0502223002")];
    return { params: { id }, body: { version, merged: { id: merged, version } } };
  },
  "post /admin/technicians/{technicianId}/deactivate": () => onTechnician("Rami Aziz"),
  "post /admin/technicians/{technicianId}/reactivate": async () => {
    const technicianId = await caller.addTechnician("Nadia Omar");
    await office(`/technicians/${technicianId}/deactivate`, { version });
    return { params: { technicianId }, body: { version: 2 } };
  },
  "post /admin/technicians/{technicianId}/on-call/always": () => onTechnician("Tariq Ali", { always: true }),
  "post /admin/technicians/{technicianId}/shifts": () =>
    onTechnician("Bilal Haddad", { shifts: [{ weekday: 1, startMin: 480, endMin: 1020 }] }),
  "post /admin/technicians/{technicianId}/certificates": () =>
    onTechnician("Dina Fares", { name: "Electrician", expiresOn: "2027-12-31" }),
  "post /admin/technicians/{technicianId}/on-call": () =>
    onTechnician("Farid Nasser", { fromDay: "2027-01-04", toDay: "2027-01-05" }),
  "post /admin/technicians/{technicianId}/calendar-link/disable": async () => {
    const technicianId = await caller.addTechnician("Ghada Samir");
    await office(`/technicians/${technicianId}/calendar-link/enable`, { version });
    return { params: { technicianId }, body: { version: 2 } };
  },
  "post /admin/customers/{id}/billing": async () => ({
    body: {
      ...(await customerVersion()),
      ...{ company: "A Company LLC", address: "Dubai", trn: "", reminders: true },
      ...{ street: "", city: "", emirate: "", eAddress: "", licence: "", licenceAuthority: "" },
      ...{ country: "", region: "", taxNumber: "" },
    },
  }),
  "post /admin/customers/{id}/language": async () => ({
    body: { ...(await customerVersion()), language: "ar" },
  }),
  "post /admin/services/{id}/archive": () => onService("Awnings"),
  "post /admin/services/{id}/delete": () => onService("Blinds"),
  "post /admin/services/{id}/restore": async () => {
    const { params } = await onService("Carpets");
    await office(`/services/${params!.id}/archive`, { version });
    return { params: params!, body: { version: 2 } };
  },
  "post /admin/seasons": () => ({
    body: { name: "Ramadan", firstDay: "2027-02-08", lastDay: "2027-03-09", shorterByMin: 120 },
  }),
  "post /admin/holidays/confirm": () => onHoliday("2027-06-21", { tentative: true }),
  "post /admin/holidays/open": () => onHoliday("2027-06-22"),
  "post /admin/holidays/close": async () => {
    const { body } = await onHoliday("2027-06-23");
    await office("/holidays/open", body);
    return { body: body! };
  },
  "post /admin/holidays/remove": () => onHoliday("2027-02-18"),
  "post /admin/imports/bookings": () => ({
    body: { name: "list.csv", csv: `${bookingColumns.join()}\n`, source: "Jobber" },
  }),
  "post /admin/imports/customers": () => ({
    body: { name: "list.csv", csv: `${customerColumns.join()}\n` },
  }),
  "post /admin/board/send-notifications": async () => {
    const { visitId } = await createVisit();
    return { body: { visitIds: [visitId] } };
  },
  "post /admin/booking-filters/remove": async () => {
    const { filters } = await office("/booking-filters", { name: "Other", filter: {} });
    return { body: { id: filters[0].id } };
  },
  "post /admin/bookings": async () => {
    const { securityCheck: _, ...form } = await caller.form();
    return { body: form };
  },
  "post /admin/bookings/{bookingId}/undo-confirmation": async () => {
    const bookingId = await createBooking({ preferredDate: "2026-12-15", preferredTime: "10:00" });
    const held = await caller.db
      .selectFrom("visits")
      .select(["id", "technicianId"])
      .where("bookingId", "=", bookingId)
      .executeTakeFirstOrThrow();
    const placement = { technicianId: held.technicianId, date: "2026-12-15", time: "10:00", override: "" };
    const path = `/bookings/${bookingId}/visits/${held.id}/placement`;
    const placed = await office(path, { version, ...placement });
    return { params: { bookingId }, body: { undo: { leftVersion: placed.version, undoneVersions: [] } } };
  },
  "post /admin/bookings/{bookingId}/visits": () =>
    onConfirmed({ technicianId, date: "2027-02-22", time: "10:00", override: "" }, "bookingId"),
  "post /admin/bookings/{bookingId}/visits/{visitId}/helpers/remove": onVisitWithHelper,
  "post /admin/bookings/{id}/continuation-date": async () => ({
    params: { id: await inState("on_hold") },
    body: { version, continueOn: "2026-12-20" },
  }),
  "post /admin/bookings/{id}/dispatch": async () => ({
    params: { id: await createBooking({ service: "emergency" }) },
    body: { technicianId: await caller.addTechnician("Salim Rashid") },
  }),
  "post /admin/bookings/{id}/plan": async () => onConfirmed(await planOf()),
  "post /admin/bookings/{id}/plan/undo": onPlannedDays,
  "post /admin/bookings/{id}/recurrence": () => onBooking(recurrence),
  "post /admin/recurring-bookings/{id}/shift": () => onRecurring({ day: "2027-01-25", time: "11:00" }),
  "post /admin/recurring-bookings/{id}/technician": () => onRecurring({ technicianId }),
  "post /admin/recurring-bookings/{id}/end": () => onRecurring({ unconfirmed: "cancel" }),
  "post /admin/contracts/{id}/agree": async () => ({
    params: { id: await requestContract() },
    body: {
      ...{ version, packageId: "essential", propertyType: "villa-3br" },
      ...{ startsOn: TOMORROW, paymentPlan: "upfront" },
    },
  }),
  "post /admin/contracts/{id}/renew": () => onContract(),
  "post /admin/contracts/{id}/renewal-quote": () => onContract(),
  "post /admin/contracts/{id}/send": () => onContract({ channel: "link" }),
  "post /admin/contracts/{id}/replace-link": () => onContract(),
  "post /admin/contracts/{id}/visits": () => onContract({ kind: "ac-visit", day: "2026-11-28" }),
  "post /admin/finished-work/invoices": async () => ({ body: { bookings: [await inState("completed")] } }),
  "post /admin/inbox/{id}/replies": () =>
    onConversation({ channel: "email", text: "We call you back.", version: 1 }),
  "post /admin/inbox/{id}/notes": () => onConversation({ text: "Prefers calls" }),
  "post /admin/inbox/{id}/assignee": () => onConversation({ assigneeId: null, version: 1 }),
  "post /admin/inbox/{id}/state": () => onConversation({ state: "closed", until: null, version: 1 }),
  "post /admin/inbox/{id}/opened": () => onConversation(),
  "post /admin/inbox/{id}/writing": () => onConversation({ isWriting: true }),
  "post /admin/inbox/{id}/customer": () => onConversation({ customerId: null, version: 1 }),
  "post /admin/conversation-files/{id}/booking": async () => {
    const file = await createConversationFile();
    return { params: { id: file }, body: { bookingId: null } };
  },
  "post /admin/invoices/remind": async () => {
    const customer = await createCustomer("0502223003");
    vi.setSystemTime(new Date(NOW.getTime() - 60 * 24 * 3_600_000));
    const { id } = await createIssuedInvoice(caller.ctx(), customer, 40_00);
    vi.setSystemTime(NOW);
    return { body: { invoices: [id] } };
  },
  "post /admin/invoices/{id}/use-credit": async () => {
    const { id } = await createIssuedInvoice(caller.ctx(), records.customer!, 5_00);
    const paid = { method: "cash", fils: nextFils++, receivedOn: TODAY, note: "", invoiceIds: [] };
    await office(`/customers/${records.customer}/payments`, {
      ...{ ...paid, seenOpenFils: 0, creditRemainder: true },
    });
    return { params: { id }, body: { seenOpenFils: 5_00 } };
  },
  "post /admin/quotes/{id}/deposit": async () => {
    const { id } = await createApprovedQuote(caller.ctx(), records.customer!);
    return {
      params: { id },
      body: { method: "cash", receivedOn: TODAY, note: "", seenFils: 300_00 },
    };
  },
  "post /admin/quotes/{id}/cancel": () => onApprovedQuote({ deposit: "by-rule", reason: "Not needed" }),
  "post /admin/quotes/{id}/convert": async () => {
    const sample = await onApprovedQuote({ target: "booking" });
    await caller.db
      .updateTable("quotes")
      .set({ bookingId: await createBooking() })
      .where("id", "=", sample.params!.id!)
      .execute();
    return sample;
  },
  "post /admin/quotes/{id}/draft": async () => ({
    params: { id: await createQuote() },
    body: {
      ...{ version, title: "Paint the hall", introduction: "", terms: "", lines: [draftLine] },
      ...{ discount: { kind: "none" }, depositPercent: 0, validDays: 30, photoIds: [] },
      ...{ serviceId: "plumbing", propertyId: records.property },
    },
  }),
  "post /admin/late-reports/{id}/decide": async () => {
    const { visitId } = await createVisit();
    const id = crypto.randomUUID();
    await caller.db
      .insertInto("lateReports")
      .values({
        ...{ id, visitId, technicianId, transition: "finishWork", reason: "Changed since" },
        ...{ note: "Valve replaced", tappedAt: NOW, receivedAt: NOW },
      })
      .execute();
    return { params: { id }, body: { accept: true } };
  },
  "post /admin/package-prices": () => ({ body: plannedPackagePrice("2027-01-01", 5_000_00) }),
  "post /admin/packages/{id}/edit": () => ({
    params: { id: "essential" },
    body: { name: "Essential", summary: "Two AC services a year", version: 1 },
  }),
  "post /admin/package-prices/{id}/withdraw": async () => {
    await office("/package-prices", plannedPackagePrice("2027-02-01", 6_000_00));
    const { id } = await caller.db
      .selectFrom("packagePrices")
      .select("id")
      .where("effectiveFrom", "=", "2027-02-01")
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
  "post /admin/price-list": () => ({
    body: {
      csv: `${priceListColumns.join()}\nplumbing,call-out,Call-out,fixed,visit,210,,,,,,2027-03-01\n`,
      dryRun: false,
    },
  }),
  "post /admin/prices": () => ({ body: plannedPrice("2027-01-01") }),
  "post /admin/prices/{id}/withdraw": async () => {
    await office("/prices", { ...plannedPrice("2027-02-01"), terms: { ...price.terms, fils: 205_00 } });
    const { id } = await caller.db
      .selectFrom("prices")
      .select("id")
      .where("effectiveFrom", "=", "2027-02-01")
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
  "post /admin/seasons/cancel": async () => {
    const season = { name: "Short days", firstDay: "2027-05-01", lastDay: "2027-05-05", shorterByMin: 60 };
    await office("/seasons", season);
    const { id } = await caller.db
      .selectFrom("seasons")
      .select("id")
      .where("name", "=", season.name)
      .executeTakeFirstOrThrow();
    return { body: { id } };
  },
  "post /admin/services/{id}/edit": async () => {
    const { params } = await onService("Doors");
    const service = { summary: "Hung", icon: "air-vent", durationMin: 90, bufferMin: 15, outdoor: false };
    return { params: params!, body: { version, name: "Doors", ...service } };
  },
  "post /admin/technicians/{technicianId}/certificates/remove": async () => {
    const { params, body } = await onTechnician("Huda Salem", {
      name: "Electrician",
      expiresOn: "2027-12-31",
    });
    await office(`/technicians/${params!.technicianId}/certificates`, body);
    const { technician } = await office(`/technicians/${params!.technicianId}`);
    return {
      params: params!,
      body: { certificateId: technician.certificates[0].id, version: technician.version },
    };
  },
  "post /admin/technicians/{technicianId}/on-call/cancel": async () => {
    const { params, body } = await onTechnician("Imran Qureshi", {
      fromDay: "2027-01-04",
      toDay: "2027-01-05",
    });
    await office(`/technicians/${params!.technicianId}/on-call`, body);
    const { technician } = await office(`/technicians/${params!.technicianId}`);
    return { params: params!, body: { onCallId: technician.onCall[0].id, version: technician.version } };
  },
  "post /admin/technicians/{technicianId}/time-off/cancel": async () => {
    const off = { fromDay: "2027-01-04", toDay: "2027-01-05", reason: "Dentist" };
    const { params, body } = await onTechnician("Jamila Noor", off);
    await office(`/technicians/${params!.technicianId}/time-off`, body);
    const { technician } = await office(`/technicians/${params!.technicianId}`);
    return { params: params!, body: { timeOffId: technician.timeOff[0].id, version: technician.version } };
  },
  "post /admin/technicians/{technicianId}/reassignment": async () => {
    const { owner, visits } = await createReassignment();
    return { params: { technicianId: owner }, body: { visits, reason: "" } };
  },
  "post /admin/technicians/{technicianId}/reassignment/undo": async () => {
    const { owner, visits } = await createReassignment();
    const { changes } = await office(`/technicians/${owner}/reassignment`, { visits, reason: "" });
    const undone = changes.map(
      ({ bookingId, visitId, leftVersion }: { bookingId: string; visitId: string; leftVersion: number }) => ({
        ...{ bookingId, visitId, undo: { leftVersion, undoneVersions: [] } },
      }),
    );
    return { params: { technicianId: owner }, body: { changes: undone } };
  },
  "post /admin/technicians/{technicianId}/reassignment-with-deactivation": async () => {
    const { owner, visits } = await createReassignment();
    return { params: { technicianId: owner }, body: { visits, reason: "", version } };
  },
  "post /admin/technicians/{technicianId}/reassignment-with-dispatch": async () => {
    const { owner, visits } = await createReassignment();
    const bookingId = await createBooking({ service: "emergency" });
    return { params: { technicianId: owner }, body: { visits, reason: "", bookingId } };
  },
};

/** Reads of records that take long to create: an unknown id proves that the key is admitted. */
const withoutRecord = [
  "/admin/background-jobs/{id}",
  "/admin/client-errors/{id}",
  "/admin/conversation-files/{id}",
  "/admin/inbox/{id}",
  "/admin/invoices/{id}/credit-notes/{noteId}/document",
  "/admin/invoices/{id}/credit-notes/{noteId}/e-invoice",
  "/admin/invoices/{id}/e-invoice",
  "/admin/refunds/{id}/receipt",
  "/admin/security-cases/{id}",
  "/admin/technicians/{technicianId}/picture/{pictureId}",
];

function addressOf({ path }: Endpoint, params: Record<string, string> = {}): string {
  const query = queries[path];
  const address = path.replace(/(?:(\w[\w-]*)\/)?\{(\w+)\}/g, (_, part: string | undefined, name: string) => {
    const known = part === "technicians" ? technicianId : records[recordOf[part ?? ""] ?? ""];
    return `${part ? `${part}/` : ""}${params[name] ?? known ?? crypto.randomUUID()}`;
  });
  return `/api${address}${query ? `?${query}` : ""}`;
}

/** Have tests of their own here or beside their provider. */
const calledElsewhere = [
  "post /admin/imports/{id}/start",
  // e-invoices.test.ts, because it requires a provider.
  "post /admin/invoices/{id}/e-invoice",
  // The body is a picture.
  "post /admin/technicians/{technicianId}/picture",
  "post /admin/technicians/{technicianId}/picture/remove",
];

/** Own lists, drafts, dry runs and retries, which the activity does not show. */
const withoutActivity = [
  "/admin/booking-filters",
  "/admin/booking-filters/remove",
  "/admin/imports/bookings",
  "/admin/imports/customers",
  "/admin/inbox/{id}/writing",
  "/admin/invoices/{id}/draft",
  "/admin/quotes/{id}/draft",
  "/admin/today/stuck-documents/retry",
];

async function latestActivity(): Promise<number> {
  const trail = caller.db.selectFrom("trail").select((eb) => eb.fn.max("id").as("id"));
  return (await trail.executeTakeFirstOrThrow()).id;
}

async function call(row: Endpoint, { params, body }: Sample) {
  const method = row.method === "get" ? "GET" : "POST";
  const sent = method === "POST" ? (body ?? {}) : undefined;
  return caller.call(method, addressOf(row, params), sent, keys.get(row.may)!);
}

describe("calls with a key that has exactly the documented permission", () => {
  it("answers as documented and never refuses after a change", async () => {
    const wrong: string[] = [];
    const selected = casesForRun(rows, createRandom(seedOfRun()), Math.ceil(rows.length / 6));
    for (const row of selected) {
      const sample = await samples[`${row.method} ${row.path}`]?.();
      const before = await latestActivity();
      const { status, body, text } = await call(row, sample ?? {});
      const expected = withoutRecord.includes(row.path) ? 404 : row.status;
      const isExpected = sample || row.method === "get" ? status === expected : ![401, 403].includes(status);
      if (!isExpected)
        wrong.push(
          `${row.method} ${row.path} with ${row.may}: ${status} ${body?.reason} ${text.slice(0, 300)}`,
        );
      const hasActivity = (await latestActivity()) !== before;
      if (isExpected && sample && hasActivity === withoutActivity.includes(row.path))
        wrong.push(`${row.method} ${row.path}: ${hasActivity ? "unexpected" : "no"} activity`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it("calls each change with a valid sample", () => {
    const changes = rows.filter(({ method }) => method !== "get");
    expect(
      changes
        .map(({ method, path }) => `${method} ${path}`)
        .filter((name) => !samples[name] && !calledElsewhere.includes(name)),
    ).toEqual([]);
  });

  it("samples only existing rows", () => {
    const known = rows.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(samples).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("starts a checked import with the permission of its list only, as the owner of the key", async () => {
    const csv = `${customerColumns.join()}\nImported By Key,0502224001,,,,,,,,\n`;
    const checked = await office("/imports/customers", { name: "list.csv", csv });
    const worker = {
      ...{ db: caller.db, config: caller.config, handlers: backgroundJobHandlers },
      ...{ messageFor: () => "refused", isSecondFactorRequired: createSecondFactorCheck(caller.config) },
    };
    const runJobs = async () => {
      while (await runNextJob(worker)) {}
    };
    await runJobs();
    const start = (permission: string) =>
      caller.call("POST", `/api/admin/imports/${checked.id}/start`, {}, keys.get(permission)!);
    for (const other of ["bookings.manage", "prices.manage"]) expect((await start(other)).status).toBe(404);
    const started = await start("customers.manage");
    expect(started.status).toBe(202);
    await runJobs();
    const job = await caller.db
      .selectFrom("backgroundJobs")
      .innerJoin("users", "users.id", "startedBy")
      .select(["state", "email"])
      .where("backgroundJobs.id", "=", started.body.id)
      .executeTakeFirstOrThrow();
    expect(job).toEqual({ state: "done", email: "office@company.example" });
    const { customers } = await office("/customers?search=Imported%20By%20Key");
    expect(customers).toHaveLength(1);
  });
});
