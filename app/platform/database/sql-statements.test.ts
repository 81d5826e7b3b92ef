import { describe, expect, it } from "vitest";
import { isWithoutTransaction, splitStatements, waitsWithoutBlocking } from "./sql-statements";

describe("splitStatements", () => {
  it("splits at semicolons outside of strings, comments and functions", () => {
    const text = `-- transaction: none
      SELECT 'a;b''c'; -- a comment; with a semicolon
      CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN PERFORM 1; END $body$;
      /* another; comment */ SELECT "odd;name"
    `;
    expect(splitStatements(text)).toEqual([
      "SELECT 'a;b''c'",
      "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $body$ BEGIN PERFORM 1; END $body$",
      'SELECT "odd;name"',
    ]);
  });
});

it("recognizes a file without transaction by its first line", () => {
  expect(isWithoutTransaction("-- transaction: none\r\nSELECT 1;")).toBe(true);
  expect(isWithoutTransaction("-- A change\n-- transaction: none\nSELECT 1;")).toBe(false);
});

it.each([
  ["CREATE INDEX CONCURRENTLY things_name_idx ON things (name)", true],
  ["CREATE UNIQUE INDEX CONCURRENTLY things_name_idx ON things (name)", true],
  ["ALTER TABLE things VALIDATE CONSTRAINT things_name_check", true],
  ["ALTER TABLE things ADD COLUMN name text", false],
  ["CREATE INDEX things_name_idx ON things (name)", false],
])("decides whether requests wait behind %s", (statement, free) => {
  expect(waitsWithoutBlocking(statement)).toBe(free);
});
