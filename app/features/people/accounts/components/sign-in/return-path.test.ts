import { expect, it } from "vitest";
import { safeReturnPath } from "./return-path";

it.each(["/admin/bookings", "/admin/bookings/1?state=requested", "/bookings#form"])(
  "accepts the return path %s",
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

it.each([
  // Looks like another site, but is a path.
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/%5c%5cevil.example", "/%5c%5cevil.example"],
  ["/\uff0fevil.example", "/%EF%BC%8Fevil.example"],
  ["/@evil.example", "/@evil.example"],
  ["/admin?next=//evil.example", "/admin?next=//evil.example"],
])("resolves the return path %j as a browser does", (path, read) => {
  expect(safeReturnPath(path)).toBe(read);
});

it.each([
  null,
  "",
  "admin",
  "//evil.example/a",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/./\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/auth",
  "/auth?next=/auth",
  "/\\/evil.example",
  "/\\/\\evil.example",
  "\\/evil.example",
  "///evil.example",
  "/\t//evil.example",
  "/\n/evil.example",
  "/\r\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/%2e%2e//evil.example",
  "/a/%2E%2e/\\evil.example",
  "/.\\/evil.example",
  "http:evil.example",
  "https:/evil.example",
  "//evil.example@localhost/",
  "//localhost@evil.example/",
  "//evil。example",
  "\uff0f/evil.example",
  "data:text/html,a",
  "/%61uth/../auth",
])("rejects the return path %j", (path) => {
  expect(safeReturnPath(path)).toBeNull();
});
