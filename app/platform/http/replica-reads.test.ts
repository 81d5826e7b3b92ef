import { describe, expect, it } from "vitest";
import { features } from "../../server/api.server";
import { permissions } from "../auth/permissions";
import type { Endpoint } from "./endpoint.server";

const allRows = features.flatMap(({ rows }): readonly Endpoint[] => rows);
const rows = allRows.filter(({ reads }) => reads !== undefined);

describe("endpoint rows that read the replica", () => {
  it("belong to the office, never to visitors, customers or technicians", () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const { method, path, may } of rows) {
      expect([method, path]).toEqual(["get", expect.stringMatching(/^\/admin\//)]);
      expect(permissions[may]).not.toContain("visitor");
      expect(permissions[may]).not.toContain("customer");
      expect(permissions[may]).not.toContain("technician");
    }
  });

  it("include analytics, search and all exports of the office", () => {
    const exports = allRows.filter(
      ({ method, path }) => method === "get" && /^\/admin\/.*\.csv$/.test(path) && !isTemplate(path),
    );
    expect(exports.length).toBeGreaterThan(4);
    expect(exports.filter(({ reads }) => reads !== "replica-after-own-writes")).toEqual([]);
    expect(rows.filter(({ path }) => path.startsWith("/admin/figures/")).length).toBeGreaterThan(5);
    expect(rows.map(({ path }) => path)).toContain("/admin/search");
  });
});

/** A file with a header row only, into which the office fills an import. */
function isTemplate(path: string): boolean {
  return path.includes("/imports/") || path.includes("/opening-balances");
}
