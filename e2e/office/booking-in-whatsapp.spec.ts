import type { APIRequestContext } from "@playwright/test";
import { type FakeWhatsapp, startFakeWhatsapp } from "../../test/harness/servers/fake-whatsapp";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectAccessible, PHONE } from "../harness/visual-checks";

const CUSTOMER = "+971501234567";

async function deliver(
  request: APIRequestContext,
  origin: string,
  signed: ReturnType<FakeWhatsapp["receive"]>,
) {
  const answer = await request.post(origin + signed.path, { data: signed.body, headers: signed.headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test("books inside WhatsApp once the office has switched it on, and shows the conversation @long", async ({
  browser,
  request,
  startAnotherProduct,
}) => {
  const whatsapp = await startFakeWhatsapp();
  const product = await startAnotherProduct(whatsapp.env);
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();

  await test.step("switches it on", async () => {
    await openAsAdmin(page, "/admin/settings/channels");
    const form = page.getByRole("form", { name: "Booking in WhatsApp" });
    await form.getByRole("combobox").selectOption("Book by themselves in WhatsApp");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved").first()).toBeVisible();
  });

  /** Delivers an answer and waits for our next message. */
  async function answer(signed: ReturnType<FakeWhatsapp["receive"]>) {
    const before = whatsapp.messages.length;
    await deliver(request, product.origin, signed);
    await expect.poll(() => whatsapp.messages.length).toBe(before + 1);
  }
  const say = (text: string) => answer(whatsapp.receive(CUSTOMER, text, { name: "Marco Bianchi" }));
  async function tap(choose: (options: readonly { id: string }[]) => { id: string } | undefined) {
    const { options } = whatsapp.messages.at(-1)!;
    const chosen = choose(options) as (typeof options)[number];
    await answer(whatsapp.tap(CUSTOMER, chosen));
  }
  const byId = (id: string) => (options: readonly { id: string }[]) => options.find((one) => one.id === id);

  await test.step("leads from hello to a held slot", async () => {
    await say("Hello");
    await tap(byId("service.plumbing"));
    await tap(byId("item.assessed"));
    await say("Dubai Marina");
    await tap((options) => options[1]);
    await tap((options) => options[0]);
    await say("Marina Diamond 4, apartment 1203");
    await tap(byId("confirm.yes"));
    expect(whatsapp.messages.at(-1)!.text).toMatch(/^We are holding/);
    expect(whatsapp.messages.length).toBeLessThanOrEqual(10);
  });

  await test.step("shows questions with their answers in the conversation", async () => {
    await page.goto("/admin/inbox");
    await page.getByRole("link", { name: "Marco Bianchi" }).click();
    const thread = page.getByRole("log", { name: "Messages" });
    await expect(thread).toContainText("We are holding");
    await expect(thread).toContainText("Automatic");
    await expect(thread.getByRole("list", { name: "Offered answers" }).last()).toContainText("Confirm");
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
  });

  await context.close();
  await whatsapp.close();
});
