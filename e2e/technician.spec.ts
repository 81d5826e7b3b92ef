import AxeBuilder from "@axe-core/playwright";
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { ADMIN, freePort, newDataDir, type Product, removeDataDir, startProduct } from "./product";

/** A technician with his phone: invited, sent, without a connection on the way, done once; and an emergency that rings. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PASSWORD = "a technician's long password";

let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = newDataDir();
  product = await startProduct({ dataDir, port: await freePort(), env: { SAMPLE_DATA: "off" } });
});
test.afterAll(async () => {
  await product?.stop();
  removeDataDir(dataDir);
});

/** The office over HTTP, as its pages call it. */
async function asOffice(request: APIRequestContext) {
  const post = async (path: string, data: Record<string, unknown>) => {
    const answer = await request.post(`${product.origin}/api${path}`, {
      data,
      headers: { Origin: product.origin },
    });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer.json();
  };
  await post("/auth/sign-in/email", ADMIN);
  return post;
}

async function book(visitor: APIRequestContext, wish: Record<string, unknown> = {}) {
  const check = await (await visitor.get(`${product.origin}/api/security-check`)).json();
  const answer = await visitor.post(`${product.origin}/api/handle-booking`, {
    data: {
      customerName: "Layla Haddad",
      email: `layla-${crypto.randomUUID()}@example.com`,
      phone: "0501234567",
      service: "plumbing",
      message: "The kitchen tap drips.\nThe concierge has the key.",
      address: "",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "Marina Diamond 4",
        unitNumber: "1203",
        area: "Dubai Marina",
        landmark: "",
      },
      securityCheck: { id: check.id, answer: check.a + check.b },
      ...wish,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/** Somebody for every trade, at any hour, whose mails arrive. */
async function takeOn(post: Awaited<ReturnType<typeof asOffice>>, name: string, email: string) {
  let { technician } = await post("/admin/technicians", { name, email, phone: "0501112223" });
  const change = async (verb: string, data: Record<string, unknown>) => {
    const body = { version: technician.version, ...data };
    ({ technician } = await post(`/admin/technicians/${technician.id}/${verb}`, body));
  };
  await change("skills", { serviceIds: ["plumbing", "emergency"] });
  const shifts = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 0, endMin: 1440 }));
  await change("shifts", { shifts });
  await change("on-call/always", { always: true });
  return technician;
}

/** Sent to a booking at a Dubai time from now; the booking as the office sees it. */
async function send(
  post: Awaited<ReturnType<typeof asOffice>>,
  { bookingId, technicianId, inHours }: { bookingId: string; technicianId: string; inHours: number },
) {
  await post(`/admin/bookings/${bookingId}/moves`, { move: "confirm", version: 1 });
  const at = new Date(Date.now() + inHours * 3_600_000 + 4 * 3_600_000).toISOString();
  const { booking } = await post(`/admin/bookings/${bookingId}/assign`, {
    version: 2,
    technicianId,
    date: at.slice(0, 10),
    time: `${at.slice(11, 13)}:00`,
    override: "For this journey",
  });
  return booking;
}

/** The link of the latest mail to an address, as mail programs show it. */
async function linkTo(email: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mail = product.mails().findLast((raw) => raw.includes(`To: ${email}`)) ?? "";
    const plain = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
    link = /http:\/\/\S+#reset=[\w.-]+/.exec(plain)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  return link;
}

async function phoneOf(context: BrowserContext, email: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(await linkTo(email));
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Password", { exact: false }).first()).toBeVisible();
  await page.goto(`${product.origin}/technician`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(`${product.origin}/technician`);
  return page;
}

test("probe", async ({ browser, request, playwright }) => {
  const post = await asOffice(request);
  const omar = await takeOn(post, "Omar Saleh", "omar@company.example");
  await post(`/admin/technicians/${omar.id}/invite`, { version: omar.version });
  const visitor = await playwright.request.newContext();
  const booked = await book(visitor);
  await send(post, { bookingId: booked.bookingId, technicianId: omar.id, inHours: 1 });
  const context = await browser.newContext(PHONE);
  const page = await phoneOf(context, omar.email);
  await expect(page.getByText("Layla Haddad")).toBeVisible();
  await page.screenshot({ path: "/tmp/shots-field/list.png", fullPage: true });
});
