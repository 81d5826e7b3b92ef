import { expect, it } from "vitest";
import { anonymizePath } from "./anonymize-path";

it.each([
  ["/", "/"],
  ["/services/hvac", "/services/hvac"],
  ["/bookings/BK-2026-000001", "/bookings/:id"],
  ["/admin/bookings/0d5f61a5-8c1e-4a51-9f34-0f5a3d9be001/edit", "/admin/bookings/:id/edit"],
  ["/people/somebody@example.com", "/people/:id"],
  ["/people/somebody%40example.com", "/people/:id"],
  ["/call/0501234567", "/call/:id"],
  ["/page?key=abc", "/:id"],
])("anonymizes %s as %s", (path, counted) => {
  expect(anonymizePath(path)).toBe(counted);
});

it("truncates long paths", () => {
  expect(anonymizePath(`/${"a".repeat(5_000)}`)).toHaveLength(200);
});
