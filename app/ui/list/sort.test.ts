import { describe, expect, it } from "vitest";
import { sortDirection, nextSort, readSort, serverSort, sortRows } from "./sort";

/** In which order a list is, as its address has it and its headings ask for it. */

interface Row {
  name: string;
  load: number;
}

const word = () => "word";
const cell = () => null;
const columns = [
  { label: word, cell, sort: "name" },
  { label: word, cell, sort: "load", value: ({ load }: Row) => load },
  { label: word, cell },
];
const latestFirst = { columns, usual: word };
const namesFirst = { columns, usual: "name" };
const heaviestFirst = { columns, usual: "-load" };

describe("the order of a list", () => {
  it.each([
    ["sort=name", "name"],
    ["sort=-load", "-load"],
    ["sort=phone", undefined],
    ["sort=--name", undefined],
    ["sort=", undefined],
    ["", undefined],
  ])("of the address %s", (address, sort) => {
    expect(readSort(latestFirst, new URLSearchParams(address))).toBe(sort);
  });

  it("has one address only: the usual one needs no word", () => {
    expect(readSort(namesFirst, new URLSearchParams("sort=name"))).toBeUndefined();
  });

  it("goes up, down and back to the usual one, press by press", () => {
    expect(nextSort(latestFirst, undefined, "name")).toBe("name");
    expect(nextSort(latestFirst, "name", "name")).toBe("-name");
    expect(nextSort(latestFirst, "-name", "name")).toBeUndefined();
    expect(nextSort(latestFirst, "-name", "load")).toBe("load");
  });

  it("turns round where the usual one is of the same column", () => {
    expect(nextSort(namesFirst, undefined, "name")).toBe("-name");
    expect(nextSort(namesFirst, "-name", "name")).toBeUndefined();
    expect(nextSort(heaviestFirst, undefined, "load")).toBe("load");
    expect(nextSort(heaviestFirst, "load", "load")).toBeUndefined();
  });

  it("is told of the column that it is of, also unasked", () => {
    expect(sortDirection(heaviestFirst, undefined, "load")).toBe("descending");
    expect(sortDirection(heaviestFirst, "name", "load")).toBeUndefined();
    expect(sortDirection(heaviestFirst, "name", "name")).toBe("ascending");
  });

  it("is the server's work, but for what a column says of its rows here", () => {
    expect(serverSort(latestFirst, "-name")).toEqual({ sort: "-name" });
    expect(serverSort(latestFirst, "-load")).toEqual({});
  });
});

describe("rows that are sorted here", () => {
  const rows = [
    { name: "a", load: 10 },
    { name: "b", load: 9 },
    { name: "c", load: 10 },
    { name: "d", load: Number.POSITIVE_INFINITY },
    { name: "e", load: Number.POSITIVE_INFINITY },
  ];
  const namesBy = (sort: string | undefined) =>
    sortRows(latestFirst, sort, rows)
      .map(({ name }) => name)
      .join("");

  it("go by their numbers, up and down; equal ones stay as they came", () => {
    expect(namesBy("load")).toBe("bacde");
    expect(namesBy("-load")).toBe("deacb");
  });

  it("stay as they came for an order of the server's", () => {
    expect(namesBy("-name")).toBe("abcde");
    expect(namesBy(undefined)).toBe("abcde");
  });
});
