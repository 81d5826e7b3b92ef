import { expect, test } from "../harness/fixture";
import { movePointer, securityAnswerField } from "../harness/steps";

const toArabic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode("٠".charCodeAt(0) + Number(digit)));

test("shows digits of an Arabic keyboard as understood and accepts the answer of the security check @turn-1", async ({
  page,
}) => {
  await page.goto("/bookings");
  await movePointer(page);
  const phone = page.getByLabel("UAE phone number");
  await phone.pressSequentially(toArabic("0501234567"));
  await expect(phone).toHaveValue("0501234567");
  const answer = securityAnswerField(page);
  const [a = 0, b = 0] = ((await page.getByText(/^\d+ \+ \d+ = \?$/).textContent()) ?? "")
    .match(/\d+/g)!
    .map(Number);
  await answer.pressSequentially(toArabic(String(a + b)));
  await expect(answer).toHaveValue(String(a + b));
  await answer.press("Enter");
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
});
