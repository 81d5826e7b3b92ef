/**
 * Sends the contact form as the person `number`, who has an email address and a network of their own. Returns the
 * answer to the message, or to the security check if that one was not answered.
 */
export async function sendContactMessage(
  origin: string,
  number: number,
): Promise<{ email: string; answer: Response }> {
  const email = `sender-${number}@customer.example`;
  const headers = {
    "Content-Type": "application/json",
    "X-Forwarded-For": `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  };
  const check = await fetch(`${origin}/api/security-check`, { headers });
  if (!check.ok) return { email, answer: check };
  const { id, a, b } = (await check.json()) as { id: string; a: number; b: number };
  const answer = await fetch(`${origin}/api/contact/messages`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      name: "Noura",
      email,
      phone: "",
      message: `Message ${number}`,
      securityCheck: { id, answer: a + b },
    }),
  });
  return { email, answer };
}
