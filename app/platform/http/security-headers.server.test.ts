import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../config.server";
import { inlineScriptHashes, pageOrigins, securePage, securityHeaders } from "./security-headers.server";

const origins = { analytics: false, https: false };
const sha256 = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

describe("securityHeaders", () => {
  it("allows exactly the inline scripts of the page", () => {
    const html = `<script>one()</script><script type="module" async="">two()</script><script src="/a.js"></script>
      <script type="application/ld+json">{"a":1}</script>`;
    expect(inlineScriptHashes(html)).toEqual([sha256("one()"), sha256("two()")]);
    const policy = securityHeaders(html, origins)["Content-Security-Policy"] ?? "";
    expect(policy).toContain(`script-src 'self' ${sha256("one()")} ${sha256("two()")};`);
    expect(policy).not.toContain("unsafe");
  });

  it("allows the maps hosts only if maps are configured", () => {
    const policyWith = (maps?: string) =>
      securityHeaders("", { ...origins, maps })["Content-Security-Policy"];
    expect(policyWith()).not.toContain("googleapis");
    expect(policyWith("https://maps.googleapis.com")).toContain(
      "connect-src 'self' https://*.googleapis.com",
    );
    expect(policyWith("http://127.0.0.1:9000")).toContain("connect-src 'self' http://127.0.0.1:9000");
  });

  it("allows Turnstile's script and frame only if it is the captcha", () => {
    const policyWith = (captcha?: string) =>
      securityHeaders("", { ...origins, captcha })["Content-Security-Policy"];
    expect(policyWith()).toContain("frame-src 'self';");
    const open = policyWith("https://challenges.cloudflare.com");
    expect(open).toContain("frame-src 'self' https://challenges.cloudflare.com;");
    expect(open).toContain("script-src 'self' https://challenges.cloudflare.com;");
  });

  it("allows analytics and payments only if configured", () => {
    const policyOf = (env: Record<string, string>) =>
      securityHeaders("", pageOrigins(loadConfig({ SECRET: "a secret of at least 32 characters", ...env })))[
        "Content-Security-Policy"
      ];
    const stripe = { STRIPE_SECRET_KEY: "sk", STRIPE_WEBHOOK_SECRET: "wh" };
    expect(policyOf({})).not.toMatch(/google|stripe/);
    expect(policyOf({})).toContain("form-action 'self';");
    expect(policyOf({ GA_MEASUREMENT_ID: "G-1" })).toMatch(
      /script-src 'self' https:\/\/www\.googletagmanager\.com;/,
    );
    expect(policyOf(stripe)).toContain("form-action 'self' https://checkout.stripe.com;");
    expect(policyOf({ ...stripe, STRIPE_API_BASE: "http://127.0.0.1:9000/v1" })).toContain(
      "form-action 'self' http://127.0.0.1:9000;",
    );
  });

  it("forbids embedding by other sites, as a frame or as a resource", () => {
    const headers = securityHeaders("", origins);
    expect(headers["Content-Security-Policy"]).toContain("frame-ancestors 'none'");
    expect(headers["Cross-Origin-Resource-Policy"]).toBe("same-origin");
  });

  it("requires HTTPS only if pages are served over it", () => {
    const { "Strict-Transport-Security": secure } = securityHeaders("", { ...origins, https: true });
    expect(secure).toBe("max-age=31536000");
    expect(securityHeaders("", origins)).not.toHaveProperty("Strict-Transport-Security");
  });

  it.each([
    ["without external services", {}],
    [
      "with maps, captcha, analytics and payments",
      {
        maps: "https://maps.googleapis.com",
        captcha: "https://challenges.cloudflare.com",
        analytics: true,
        payments: "https://checkout.stripe.com",
      },
    ],
  ])("meets the criteria for grade A+ of MDN Observatory (docs/security.md): %s", (_, more) => {
    const headers = securityHeaders("<script>one()</script>", { ...origins, ...more, https: true });
    const policy = new Map(
      headers["Content-Security-Policy"]!.split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources] as const;
      }),
    );
    for (const name of ["default-src", "script-src", "connect-src", "font-src", "frame-src", "form-action"]) {
      const sources = policy.get(name) ?? [];
      expect(sources).toContain("'self'");
      // No data: or scheme-only sources, no unencrypted hosts.
      for (const source of sources) expect(source).toMatch(/^('self'|'sha256-.+'|https:\/\/[*\w.-]+)$/);
    }
    for (const name of ["object-src", "base-uri", "frame-ancestors"])
      expect(policy.get(name)).toEqual(["'none'"]);
    expect(policy.get("style-src")).toEqual("maps" in more ? ["'self'", "'unsafe-inline'"] : ["'self'"]);
    expect(policy.has("upgrade-insecure-requests")).toBe(true);
    const [, seconds] = /^max-age=(\d+)$/.exec(headers["Strict-Transport-Security"]!) ?? [];
    const halfAYear = 15_768_000;
    expect(Number(seconds)).toBeGreaterThanOrEqual(halfAYear);
    expect(headers).toMatchObject({
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    expect(Object.keys(headers).filter((name) => /^Access-Control-/i.test(name))).toEqual([]);
  });

  it("adds no policy to other responses and keeps the status of pages", async () => {
    const file = new Response("BEGIN:VCALENDAR", { headers: { "Content-Type": "text/calendar" } });
    const { headers } = await securePage(file, origins);
    expect(headers.get("Content-Security-Policy")).toBeNull();
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    const page = new Response("<p>", {
      status: 404,
      headers: { "Content-Type": "text/html; charset=utf-8" },
    });
    const secured = await securePage(page, origins);
    expect(secured.status).toBe(404);
    expect(secured.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await secured.text()).toBe("<p>");
  });
});
