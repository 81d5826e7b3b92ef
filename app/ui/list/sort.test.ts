import { describe, expect, it } from "vitest";
import { nextSort, readSort, serverSort, sortDirection, sortRows } from "./sort";

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
const latestFirst = { columns, defaultSort: word };
const namesFirst = { columns, defaultSort: "name" };
const heaviestFirst = { columns, defaultSort: "-load" };

describe("sort of a list", () => {
  it.each([
    ["sort=name", "name"],
    ["sort=-load", "-load"],
    ["sort=phone", undefined],
    ["sort=--name", undefined],
    ["sort=", undefined],
    ["", undefined],
  ])('reads the sort from the URL query "%s"', (address, sort) => {
    expect(readSort(latestFirst, new URLSearchParams(address))).toBe(sort);
  });

  it("omits the default sort from the URL", () => {
    expect(readSort(namesFirst, new URLSearchParams("sort=name"))).toBeUndefined();
  });

  it("cycles from ascending to descending to the default sort", () => {
    expect(nextSort(latestFirst, undefined, "name")).toBe("name");
    expect(nextSort(latestFirst, "name", "name")).toBe("-name");
    expect(nextSort(latestFirst, "-name", "name")).toBeUndefined();
    expect(nextSort(latestFirst, "-name", "load")).toBe("load");
  });

  it("only reverses the order of the column with the default sort", () => {
    expect(nextSort(namesFirst, undefined, "name")).toBe("-name");
    expect(nextSort(namesFirst, "-name", "name")).toBeUndefined();
    expect(nextSort(heaviestFirst, undefined, "load")).toBe("load");
    expect(nextSort(heaviestFirst, "load", "load")).toBeUndefined();
  });

  it("shows the direction on the sorted column, including the default sort", () => {
    expect(sortDirection(heaviestFirst, undefined, "load")).toBe("descending");
    expect(sortDirection(heaviestFirst, "name", "load")).toBeUndefined();
    expect(sortDirection(heaviestFirst, "name", "name")).toBe("ascending");
  });

  it("sends the sort to the server, except for columns with a client-side value", () => {
    expect(serverSort(latestFirst, "-name")).toEqual({ sort: "-name" });
    expect(serverSort(latestFirst, "-load")).toEqual({});
  });
});

describe("sortRows", () => {
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

  it("sorts by value in both directions and keeps the order of equal rows", () => {
    expect(namesBy("load")).toBe("bacde");
    expect(namesBy("-load")).toBe("deacb");
  });

  it("keeps the server's order for columns without a client-side value", () => {
    expect(namesBy("-name")).toBe("abcde");
    expect(namesBy(undefined)).toBe("abcde");
  });
});
