import { expect, test } from "vitest";
import { digestMessage } from "./digest";
import { renderHtml } from "./email-html.server";
import { renderPlain } from "./email-plain";
import type { MailSection, Sender } from "./message";

const sender = { name: "Rukn", tagline: "", phone: "+97145550100", address: "Dubai", logo: null } as Sender;

function section(service: string, until: string): MailSection {
  return {
    subject: `Confirmed: ${service}`,
    content: {
      tone: "normal",
      preview: "",
      heading: `${service} is confirmed`,
      paragraphs: ["Dear Aisha,", `We are coming for ${service}.`],
      facts: [{ label: "Service", value: service }],
      button: { label: "View", href: `https://x.example/${service}` },
      after: [`Change it until ${until}.`, "Questions? Call us."],
    },
  };
}

test("writes shared paragraphs once, and all others with their section", () => {
  const message = digestMessage([section("Plumbing", "Monday"), section("Painting", "Friday")]);
  expect(message.subject).toBe("Confirmed: Plumbing (+1 more)");
  const plain = renderPlain(message.content, sender);
  expect(plain.split("\n\n-- ")[0]?.split("\n\n")).toEqual([
    "Updates: 2",
    "Dear Aisha,",
    ...["Plumbing is confirmed", "We are coming for Plumbing.", "Service: Plumbing"],
    ...["View: https://x.example/Plumbing", "Change it until Monday."],
    ...["Painting is confirmed", "We are coming for Painting.", "Service: Painting"],
    ...["View: https://x.example/Painting", "Change it until Friday."],
    "Questions? Call us.",
  ]);
  const html = renderHtml(message.content, sender);
  for (const text of ["Plumbing is confirmed", "Painting is confirmed", "https://x.example/Painting"]) {
    expect(html).toContain(text);
  }
  expect(html.match(/Questions\? Call us\./g)).toHaveLength(1);
});
