import { expect, it } from "vitest";
import { addressFromComponents } from "./address-mapping";

const marina = [
  { text: "12", types: ["street_number"] },
  { text: "Al Marsa Street", types: ["route"] },
  { text: "Dubai Marina", types: ["sublocality_level_1", "sublocality", "political"] },
  { text: "Dubai", types: ["locality", "political"] },
  { text: "Dubai", types: ["administrative_area_level_1", "political"] },
  { text: "United Arab Emirates", types: ["country", "political"] },
];

it("maps a suggestion to street, area and landmark", () => {
  const fullAddress = "12 Al Marsa Street - Dubai Marina - Dubai - United Arab Emirates";
  expect(addressFromComponents(marina, fullAddress)).toEqual({
    street: "12 Al Marsa Street",
    area: "Dubai Marina",
    landmark: "Dubai",
    fullAddress,
  });
});

it("falls back to the locality and omits missing parts", () => {
  expect(
    addressFromComponents(
      marina.filter(({ types }) => !types.includes("sublocality")),
      "",
    ),
  ).toMatchObject({
    area: "Dubai",
  });
  expect(addressFromComponents([{ text: "Al Marsa Street", types: ["route"] }], undefined)).toEqual({
    street: "Al Marsa Street",
    area: "",
    landmark: "",
    fullAddress: "Al Marsa Street",
  });
  expect(addressFromComponents([], "")).toEqual({ street: "", area: "", landmark: "", fullAddress: "" });
});
