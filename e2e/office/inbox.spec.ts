import type { APIRequestContext, Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { type FakeWhatsapp, startFakeWhatsapp } from "../../test/harness/servers/fake-whatsapp";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectAccessible, PHONE } from "../harness/visual-checks";

/** Conversations of the office with customers, with a stand-in for Meta's Cloud API. */

const SENDER = "+971501234567";

async function deliver(
  request: APIRequestContext,
  origin: string,
  signed: ReturnType<FakeWhatsapp["receive"]>,
) {
  // The server closes idle connections, which a later request must not reuse.
  const headers = { ...signed.headers, Connection: "close" };
  const answer = await request.post(origin + signed.path, { data: signed.body, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const thread = (page: Page) => page.getByRole("log", { name: "Messages" });

test("answers a question that arrives by WhatsApp until its delivery @turn-2", async ({
  browser,
  request,
  startAnotherProduct,
}) => {
  const whatsapp = await startFakeWhatsapp();
  const product = await startAnotherProduct(whatsapp.env);
  const receive = (text: string) =>
    deliver(request, product.origin, whatsapp.receive(SENDER, text, { name: "Marco Bianchi" }));
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();

  await test.step("shows the message without a reload", async () => {
    await openAsAdmin(page, "/admin/inbox");
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await receive("Do you clean AC ducts on Sundays?");
    const row = page.getByRole("row", { name: /Marco Bianchi/ });
    await expect(row).toContainText("1 unread");
    await page.getByRole("link", { name: "Marco Bianchi" }).click();
    await expect(thread(page)).toContainText("Do you clean AC ducts on Sundays?");
    // Beside an open conversation, the list shows cards.
    await expect(page.getByRole("listitem").filter({ hasText: "Marco Bianchi" })).not.toContainText("unread");
    await expectAccessible(page);
  });

  await test.step("sends the reply and shows its delivery", async () => {
    const reply = page.getByRole("form", { name: "Reply" });
    await expect(reply.getByText(/WhatsApp accepts replies until/)).toBeVisible();
    await reply.getByRole("textbox", { name: "Reply" }).fill("Yes, from 8 AM to 8 PM.");
    await page.keyboard.press("Control+Enter");
    await expect(thread(page)).toContainText("Yes, from 8 AM to 8 PM.");
    await expect.poll(() => whatsapp.messages.map(({ text }) => text)).toEqual(["Yes, from 8 AM to 8 PM."]);
    await deliver(request, product.origin, whatsapp.report(whatsapp.messages[0]!, "delivered"));
    await expect(thread(page)).toContainText("Delivered");
  });

  if (isLongRun)
    await test.step("inserts a canned reply, which is sent once its variables have values", async () => {
      const chat = page.url();
      await page.goto("/admin/settings/canned-replies");
      await page.getByRole("button", { name: "Add a canned reply" }).click();
      const form = page.getByRole("form", { name: "Add a canned reply" });
      await form.getByLabel("Title").fill("Next visit");
      await form.getByLabel("Text", { exact: true }).fill("Dear {name}, we come {visit time}.");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(form).toContainText("Unknown variables: {name}");
      await form.getByLabel("Text", { exact: true }).fill("Dear {customer}, we come {visit time}.");
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("listitem").filter({ hasText: "Next visit" })).toBeVisible();
      await expectAccessible(page);
      await page.goto(chat);
      const reply = page.getByRole("form", { name: "Reply" });
      await reply.getByRole("button", { name: "Insert reply" }).click();
      await page.getByRole("searchbox", { name: "Search" }).last().fill("next");
      await page.getByRole("button", { name: /^Next visit/ }).click();
      const text = reply.getByRole("textbox", { name: "Reply" });
      await expect(text).toHaveValue("Dear Marco Bianchi, we come {visit time}.");
      await expect(reply).toContainText("Fill in before sending");
      await expect(reply.getByRole("button", { name: "Send" })).toBeDisabled();
      await text.fill("Dear Marco Bianchi, we come on Sunday.");
      await reply.getByRole("button", { name: "Send" }).click();
      await expect(thread(page)).toContainText("we come on Sunday");
    });

  await test.step("turns the sender into a customer, whose record shows the conversation", async () => {
    await page.getByRole("button", { name: "Add as customer" }).click();
    await page.getByRole("link", { name: "Open customer" }).click();
    const section = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Conversation" }) });
    await expect(section).toContainText("Do you clean AC ducts on Sundays?");
    await section.getByRole("link", { name: "Open conversation" }).click();
    await expect(thread(page)).toContainText("Delivered");
  });

  if (isLongRun)
    await test.step("closes the conversation on a phone until the next message", async () => {
      await page.setViewportSize(PHONE);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
      await receive("Great, please book me in.");
      await expect(thread(page)).toContainText("Great, please book me in.");
      await expect(page.getByRole("button", { name: "Close", exact: true })).toBeVisible();
      await expectAccessible(page);
    });
  await context.close();
  await whatsapp.close();
});
