import { describe, expect, it } from "vitest";
import { renderPlain } from "./email-plain";
import type { Link, Sender } from "./message";

const sender = { name: "Rukn", tagline: "", phone: "+97145550100", address: "Dubai" } as Sender;

function buttonOf(button: Link): string {
  const content = {
    tone: "normal",
    preview: "",
    heading: "Heading",
    paragraphs: [],
    facts: [],
    after: [],
  } as const;
  return renderPlain({ ...content, paragraphs: [], facts: [], after: [], button }, sender).split("\n\n")[1]!;
}

describe("renderPlain", () => {
  it("writes the address of a link behind its label", () => {
    expect(buttonOf({ label: "View invoice", href: "https://x.example/1" })).toBe(
      "View invoice: https://x.example/1",
    );
  });

  it("leaves out a phone number that the business has not entered yet", () => {
    const content = { preview: "", heading: "Heading", paragraphs: [], facts: [], after: [], button: null };
    const plain = renderPlain({ tone: "normal", ...content }, { ...sender, phone: "" });
    expect(plain).toBe("Heading\n\n-- \nRukn\nDubai\n");
  });

  it("writes a phone number once", () => {
    const href = "tel:+97145550199";
    expect(buttonOf({ label: "Emergency line: +971\u00a04\u00a0555\u00a00199", href })).toBe(
      "Emergency line: +971\u00a04\u00a0555\u00a00199",
    );
    expect(buttonOf({ label: "Call the customer", href })).toBe("Call the customer: +97145550199");
  });
});
