import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { inlineScriptHashes, securePage, securityHeaders } from "./security-headers.server";

const sha256 = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

describe("security headers", () => {
  it("allows exactly the inline scripts of the page", () => {
    const html = `<script>one()</script><script type="module" async="">two()</script><script src="/a.js"></script>
      <script type="application/ld+json">{"a":1}</script>`;
    expect(inlineScriptHashes(html)).toEqual([sha256("one()"), sha256("two()")]);
    const policy = securityHeaders(html, { https: false })["Content-Security-Policy"] ?? "";
    expect(policy).toContain(`script-src 'self' ${sha256("one()")} ${sha256("two()")};`);
    expect(policy).not.toContain("unsafe");
  });

  it("opens the maps' hosts only where maps are configured", () => {
    const policyWith = (maps?: string) =>
      securityHeaders("", { maps, https: true })["Content-Security-Policy"];
    expect(policyWith()).not.toContain("googleapis");
    expect(policyWith("https://maps.googleapis.com")).toContain(
      "connect-src 'self' https://*.googleapis.com",
    );
    expect(policyWith("http://127.0.0.1:9000")).toContain("connect-src 'self' http://127.0.0.1:9000");
  });

  it("leaves what is not a page alone, and a page's status as it was", async () => {
    const file = new Response("BEGIN:VCALENDAR", { headers: { "Content-Type": "text/calendar" } });
    expect(await securePage(file, { https: false })).toBe(file);
    const page = new Response("<p>", {
      status: 404,
      headers: { "Content-Type": "text/html; charset=utf-8" },
    });
    const secured = await securePage(page, { https: false });
    expect(secured.status).toBe(404);
    expect(secured.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await secured.text()).toBe("<p>");
  });
});
