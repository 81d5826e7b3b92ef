import { expect, it } from "vitest";
import { safeReturnPath } from "./return-path";

it.each(["/admin/bookings", "/admin/bookings/1?state=requested", "/bookings#form"])(
  "goes back to %s",
  (path) => {
    expect(safeReturnPath(path)).toBe(path);
  },
);

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
])("does not go to %s", (path) => {
  expect(safeReturnPath(path)).toBeNull();
});
