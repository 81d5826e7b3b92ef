import { expect, it } from "vitest";
import { callHref, whatsappHref } from "./contact-links";

it("removes everything but digits and + from a phone number", () => {
  expect(callHref("+971 (0)4 123-4567")).toBe("tel:+971041234567");
});

it("prepares the message of a WhatsApp chat", () => {
  expect(whatsappHref("+971 50 123 4567", "Hello! I'm interested")).toBe(
    "https://wa.me/971501234567?text=Hello!%20I'm%20interested",
  );
});
