import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { describe, expect, it } from "vitest";
import { sharedLinkPage, sharedNotFoundPage, sharedPage } from "../platform/pages/shared-page";
import { canonicalPath, pageAddress, sharedPages } from "./shared-pages.server";

const route = (id: string, more: object, handle?: object) => ({ [id]: { id, ...more, module: { handle } } });
const routes = {
  ...route("root", { path: "" }),
  ...route("layout", { parentId: "root" }),
  ...route("home", { parentId: "layout", index: true }, sharedPage),
  ...route("service", { parentId: "layout", path: "services/:service" }, sharedPage),
  ...route("sitemap", { parentId: "root", path: "sitemap.xml" }, sharedPage),
  ...route("booking", { parentId: "layout", path: "bookings/:reference" }),
  ...route("unknown", { parentId: "layout", path: "*" }, sharedNotFoundPage),
} as unknown as ServerBuild["routes"];
const shared = sharedPages(routes);
const cacheName = (rule: ReturnType<typeof shared>) =>
  typeof rule === "object" ? (rule?.cacheKey ?? null) : rule;
const sharedAs = (address: string) => cacheName(shared(address));
const isShared = (address: string) => sharedAs(address) === address;

describe("shared pages", () => {
  it.each(["/", "/services/hvac", "/sitemap.xml"])("recognises a shared page: %s", (path) => {
    expect(isShared(path)).toBe(true);
  });

  it.each(["/bookings/BK-2026-000001", "/nothing", "/services"])(
    "rejects a page that is not shared: %s",
    (path) => {
      expect(isShared(path)).toBe(false);
    },
  );

  it.each(["/Services/hvac", "/services/hvac/", "//services/hvac"])(
    "rejects a path that is not canonical: %s",
    (path) => {
      expect(isShared(path)).toBe(false);
      expect(isShared(canonicalPath(path))).toBe(true);
    },
  );

  it.each([
    ["/_.data", true],
    ["/services/hvac.data", true],
    ["/services/hvac.data?_routes=layout,service", true],
    ["/services/hvac.data?_routes=service", true],
    ["/services/hvac.data?_routes=home", false],
    ["/services/hvac.data?_routes=service,service", false],
    ["/services/hvac.data?_routes=x", false],
    ["/bookings/BK-2026-000001.data", false],
    ["/services/hvac/_.data", false],
  ])("accepts router data requests only for routes of the page: %s: %s", (address, shared) => {
    expect(isShared(address)).toBe(shared);
  });
});

describe("page address", () => {
  it("ignores the query string of pages", () => {
    expect(pageAddress("/services/hvac", "http://localhost/services/hvac?utm_source=x")).toBe(
      "/services/hvac",
    );
  });

  it("keeps only the route names of data requests", () => {
    const url = "http://localhost/_.data?utm_source=x&_routes=home";
    expect(pageAddress("/_.data", url)).toBe("/_.data?_routes=home");
    expect(pageAddress("/_.data", "http://localhost/_.data?a=1")).toBe("/_.data");
  });
});

describe("unknown addresses", () => {
  it.each([
    ["/nothing", "/404"],
    ["/Nothing/at/all/", "/404"],
    ["/%D8%A7", "/404"],
    ["/nothing.data", "/404.data"],
    ["/nothing.data?_routes=unknown", "/404.data?_routes=unknown"],
    ["/services/hvac/more", "/404"],
  ])("caches unknown addresses under one key: %s as %s", (address, expected) => {
    expect(sharedAs(address)).toBe(expected);
  });

  it("excludes the route discovery of the router", () => {
    expect(sharedAs("/__manifest")).toBeNull();
  });

  it("rejects data requests for routes of other pages", () => {
    expect(sharedAs("/nothing.data?_routes=home")).toBe("no-such-data");
  });
});

describe("pages that name a record", () => {
  const named = {
    ...routes,
    ...route("trades", { parentId: "layout", path: "portfolio/:trade?" }, sharedPage),
    ...route("pictures", { parentId: "root", path: "og/*" }, sharedPage),
    ...route("quote", { parentId: "layout", path: "quotes/:reference" }, sharedLinkPage),
  } as unknown as ServerBuild["routes"];
  it.each([
    ["/services/hvac", { cacheKey: "/services/hvac", unknownKey: "/services/-" }],
    [
      "/services/hvac.data?_routes=service",
      {
        cacheKey: "/services/hvac.data?_routes=service",
        unknownKey: "/services/-.data?_routes=service",
      },
    ],
    ["/portfolio/hvac", { cacheKey: "/portfolio/hvac", unknownKey: "/portfolio/-" }],
    ["/portfolio", { cacheKey: "/portfolio" }],
    ["/og/a/b.png", { cacheKey: "/og/a/b.png", unknownKey: "/og/-" }],
    ["/sitemap.xml", { cacheKey: "/sitemap.xml" }],
    ["/", { cacheKey: "/" }],
    ["/quotes/Q-2026-000001", { cacheKey: "/quotes/-", onlyWithoutKey: true }],
    ["/Quotes/Q-2026-000001/", { cacheKey: "/quotes/-", onlyWithoutKey: true }],
    ["/quotes/Q-2026-000001.data", { cacheKey: "/quotes/-.data", onlyWithoutKey: true }],
    ["/bookings/BK-2026-000001.data?_routes=invented", "no-such-data"],
  ])("returns the cache key for unknown records and for visitors without a link key: %s", (address, rule) => {
    expect(sharedPages(named)(address)).toEqual(rule);
  });
});

describe("route matching", () => {
  const page = (id: string, path: string, parentId = "layout") => route(id, { parentId, path }, sharedPage);
  const many = {
    ...routes,
    ...page("trades", "portfolio/:trade?"),
    ...page("pictures", "og/*"),
    ...route("admin", { parentId: "root", path: "admin" }),
    ...page("today", "today", "admin"),
    ...route("settings", { parentId: "admin", path: "settings" }),
    ...page("texts", "services/:service", "settings"),
    ...page("section", ":section?", "settings"),
    ...Object.assign({}, ...Array.from({ length: 80 }, (_, at) => page(`x${at}`, `x${at}/:id`, "admin"))),
  } as unknown as ServerBuild["routes"];
  const countOf = (tree: readonly RouteObject[]): number =>
    tree.reduce((sum, { children = [] }) => sum + 1 + countOf(children), 0);

  it.each([
    ["/services/nothing", "/services/nothing"],
    ["/portfolio", "/portfolio"],
    ["/portfolio/hvac", "/portfolio/hvac"],
    ["/portfolio/hvac/more", "/404"],
    ["/og/a/b.png", "/og/a/b.png"],
    ["/bookings/BK-2026-1", null],
    ["//services/hvac", "/404"],
    ["/SERVICES/hvac/", null],
    ["/admin", null],
    ["/admin/x7/1", "/admin/x7/1"],
    ["/admin/nothing", "/404"],
    ["/admin/settings", "/admin/settings"],
    ["/admin/settings/business", "/admin/settings/business"],
    ["/admin/settings/services/hvac", "/admin/settings/services/hvac"],
    ["/admin/settings/services/hvac/more", "/404"],
  ])("matches few routes and caches %s as %s", (path, expected) => {
    let max = 0;
    const shared = sharedPages(many, (tree, address) => {
      max = Math.max(max, countOf(tree));
      return matchRoutes(tree, address);
    });
    // The first call searches all routes.
    expect(max).toBeGreaterThan(80);
    max = 0;
    expect(cacheName(shared(path))).toBe(expected);
    expect(max).toBeLessThan(12);
  });
});

it.each([
  ["/", "/"],
  ["//", "/"],
  ["/%D8%A7/A", "/%D8%A7/a"],
  ["/services/", "/services"],
  ["//evil.example//x/", "/evil.example/x"],
  ["/About", "/about"],
])("canonicalPath maps %s to %s", (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});
