import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { m } from "~/paraglide/messages";
import { createTestApp, type TestApp } from "../../test/harness/http-app";
import { findBlockedWord } from "../../vite.chunks";
import { inlineScriptHashes } from "../platform/http/security-headers.server";

let app: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: the document is what is examined.
let document: any;
beforeAll(async () => {
  app = await createTestApp();
  document = await (await app.http.request("/api/openapi.json")).json();
});
afterAll(() => app.close());

/** First words of operationIds. */
const VERBS = new Set(
  `accept acknowledge activate add agree answer approve archive assign attach cancel change check claim close confirm convert
  copy correct count create credit deactivate decline delete disable dispatch download duplicate enable end file get import
  invite issue list log look make mark merge move notify open plan post publish reactivate receive record refresh refund
  release remove renew reopen reorder replace replay report request resend reset reschedule resolve restore
  retry reverse review revise revoke reassign save search send set share shift sign start stream submit test turn
  unassign undo update upload use verify void withdraw write`.split(/\s+/),
);

/** Calls that the document leaves out: itself and its page. */
const UNDESCRIBED = [/^\/api\/(docs|openapi\.json)$/];

interface Content {
  description: string;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  method: string;
  path: string;
  operation: {
    operationId: string;
    tags: string[];
    summary?: string;
    parameters?: { name: string; in: string; required: boolean; description?: string }[];
    requestBody?: Content;
    responses: Record<string, Content>;
    security: Record<string, string[]>[];
  };
}

function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation["operation"]>).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );
}

describe("OpenAPI document", () => {
  it("declares OpenAPI version 3.1", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toEqual({
      title: expect.any(String),
      version: expect.any(String),
      description: expect.any(String),
    });
    expect(document.servers[0].url).toMatch(/\/api$/);
  });

  it("names the public address of the product for any Host header", async () => {
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
    const answer = await app.http.request("http://evil.example/api/openapi.json", { headers });
    expect((await answer.json()).servers).toEqual([{ url: `${app.config.publicUrl}/api` }]);
  });

  it.each(["/api/openapi.json", "/api/docs"])(
    "returns the same cached document to all clients: %s",
    async (path) => {
      const getDocument = async (more: Record<string, string> = {}) =>
        app.http.request(path, { headers: { "Accept-Encoding": "gzip", ...more } });
      const first = await getDocument();
      expect(first.headers.get("Content-Encoding")).toBe("gzip");
      const stringified = vi.spyOn(JSON, "stringify");
      const again = await getDocument();
      expect(again.headers.get("ETag")).toBe(first.headers.get("ETag"));
      expect(stringified.mock.results.filter(({ value }) => value?.length > 10_000)).toEqual([]);
      stringified.mockRestore();
      expect((await getDocument({ "If-None-Match": first.headers.get("ETag")! })).status).toBe(304);
    },
  );

  it("describes exactly the mounted routes", () => {
    const routes = app.http.routes
      .filter(({ method, path }) => method !== "ALL" && path.startsWith("/api/"))
      .filter(({ path }) => !UNDESCRIBED.some((pattern) => pattern.test(path)))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} /api${path}`);
    expect([...new Set(described)].sort()).toEqual([...new Set(routes)].sort());
    expect(described).toEqual(
      expect.arrayContaining([
        "POST /api/handle-booking",
        "GET /api/get-google-maps-key",
        "GET /api/security-check",
        "GET /api/availability",
        "POST /api/security-events",
        "POST /api/admin/bookings/{id}/transitions",
      ]),
    );
  });

  it("documents summary, path parameters, input and output of each call as JSON Schema", () => {
    for (const { method, path, operation } of operations()) {
      const where = `${method} ${path}`;
      expect(operation.summary, where).toEqual(expect.any(String));
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const described = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      expect(described, where).toEqual(
        inPath.map((name) =>
          expect.objectContaining({ name, required: true, description: expect.stringMatching(/^[A-Z]/) }),
        ),
      );
      expect(Object.keys(operation.responses), where).toContainEqual(expect.stringMatching(/^2\d\d$/));
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const content of contents.filter((content) => content !== undefined)) {
        expect(content.description, where).toEqual(expect.any(String));
        if (!content.content) continue;
        // File responses have their own content type; all others are JSON.
        const { schema = {} } =
          content.content["application/json"] ?? Object.values(content.content)[0] ?? {};
        expect(Object.keys(schema), where).not.toEqual([]);
        // Schemas that the generator cannot convert would expose Zod internals.
        expect(JSON.stringify(schema), where).not.toMatch(/"\$schema"|"_zod"|"def"|~standard/);
      }
    }
  });

  it("lists the refusal statuses and reasons of each call", () => {
    const refusals = (method: string, path: string) => {
      const { operation } = operations().find((one) => one.method === method && one.path === path)!;
      return Object.fromEntries(
        Object.entries(operation.responses).map(([status, { description }]) => [status, description]),
      );
    };
    expect(refusals("post", "/pictures")).toMatchObject({
      422: "broken, heic, not-a-picture, too-large, too-many-pixels",
    });
    expect(refusals("post", "/auth/sign-in/email")).toMatchObject({ 409: "link-used" });
    for (const { method, path } of operations()) {
      expect(refusals(method, path), path).toMatchObject({ 429: expect.stringContaining("rate-limited") });
    }
  });

  it("gives each call a unique operationId that reads as a function name", () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    // A new verb is added here; a noun in its place needs an `operationId` in the endpoint row.
    expect(ids.filter((id) => !VERBS.has(/^[a-z]+(?![a-z])/.exec(id)?.[0] ?? ""))).toEqual([]);
    expect(ids.filter((id) => !/^[a-zA-Z]+$/.test(id))).toEqual([]);
    expect(ids).toEqual(
      expect.arrayContaining(["listBookings", "assignTechnician", "getBookingByReference"]),
    );
  });

  it("declares and describes exactly the tags and security schemes in use", () => {
    const declared = document.tags as { name: string; description: string }[];
    for (const { description } of declared) expect(description).toMatch(/^[A-Z]/);
    const tags = operations().map(({ operation }) => operation.tags);
    expect(new Set(declared.map(({ name }) => name))).toEqual(new Set(tags.flat()));
    expect(tags.filter(({ length }) => length !== 1)).toEqual([]);

    const requirements = operations().flatMap(({ operation }) => operation.security);
    const { securitySchemes, ...others } = document.components;
    expect(new Set(Object.keys(securitySchemes))).toEqual(new Set(requirements.flatMap(Object.keys)));
    // Only OAuth and OpenID Connect schemes can declare scopes.
    expect(requirements.flatMap(Object.values).flat()).toEqual([]);
    expect(others).toEqual({});
  });

  it("describes no two paths that match the same URL", () => {
    const paths = Object.keys(document.paths).map((path) => path.split("/"));
    const isParam = (part: string) => part.startsWith("{");
    const areAmbiguous = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((part, at) => part === other[at] || isParam(part) || isParam(other[at]!)) &&
      // The router prefers a fixed part, if the other path has parameters only in its place.
      one.some((part, at) => isParam(part) && !isParam(other[at]!)) ===
        one.some((part, at) => !isParam(part) && isParam(other[at]!));
    for (const [at, one] of paths.entries())
      for (const other of paths.slice(at + 1))
        expect(areAmbiguous(one, other), `${one} ${other}`).toBe(false);
  });

  it("contains no dangling references", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
    for (const ref of refs) {
      const target = ref
        .replace(/^#\//, "")
        .split("/")
        // biome-ignore lint/suspicious/noExplicitAny: as the document has it.
        .reduce((at: any, name) => at?.[name], document);
      expect(target, ref).toBeDefined();
    }
  });

  it("describes the booking form by its fields", () => {
    const { schema } = document.paths["/handle-booking"].post.requestBody.content["application/json"];
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining([
        "customerName",
        "email",
        "phone",
        "service",
        "preferredDate",
        "message",
        "addressParts",
        "securityCheck",
      ]),
    );
    expect(schema.properties.securityCheck.properties).toHaveProperty("answer");
    expect(schema.required).toEqual(expect.arrayContaining(["customerName", "email", "phone", "service"]));
  });
});

it("names no path that content blockers refuse", () => {
  const words = operations().flatMap(({ path }) => path.split("/").map(findBlockedWord));
  expect(words.filter(Boolean)).toEqual([]);
});

describe("API documentation page", () => {
  it("shows every call and loads nothing from other sites", async () => {
    const answer = await app.http.request("/api/docs");
    expect(answer.headers.get("Content-Type")).toContain("text/html");
    const page = await answer.text();
    const policy = answer.headers.get("Content-Security-Policy")?.split("; ");
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "connect-src 'self'"]));
    expect(policy).toContain(`script-src ${inlineScriptHashes(page).join(" ")}`);
    expect(inlineScriptHashes(page)).toHaveLength(1);
    for (const { method, path } of operations())
      expect(page).toContain(`${method.toUpperCase()} /api${path}`);
    expect(page).not.toMatch(/<script[^>]+src=|https?:\/\//i);
    // Code words in descriptions are rendered as code.
    expect(page.slice(0, page.indexOf("<script"))).toContain("such as <code>booking</code>,");
    expect(page.slice(0, page.indexOf("<script"))).not.toContain("`");
  });

  it("shows the API key permission of each call as in the document", async () => {
    const { security: ofKey } = document.paths["/admin/bookings"].get;
    expect(ofKey).toEqual([{ "key.bookings.read": [] }, { session: [] }]);
    expect(document.paths["/admin/team"].get.security).toEqual([{ session: [] }]);
    expect(document.paths["/availability"].get.security).toEqual([]);
    const schemes = document.components.securitySchemes;
    expect(schemes["key.bookings.read"]).toMatchObject({ type: "http", scheme: "bearer" });
    const page = await (await app.http.request("/api/docs")).text();
    expect(page).toContain(m.common_api_scope({ permission: "bookings.read" }));
  });
});
