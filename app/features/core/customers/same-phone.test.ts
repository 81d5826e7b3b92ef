import { describe, expect, it } from "vitest";
import { customerByName } from "./same-phone";

const [ahmed, fatima] = [{ name: "Ahmed Ali" }, { name: "Fatima Ali" }];

describe("customer of a shared phone", () => {
  it("takes the only customer, otherwise the one with the same name in any spelling that search treats as equal", () => {
    expect(customerByName([ahmed], "Another Name")).toBe(ahmed);
    expect(customerByName([ahmed, fatima], " fatima  ALI ")).toBe(fatima);
    const trading = { name: "Al-Marsa Trading" };
    expect(customerByName([ahmed, trading], "ALMARSA trading")).toBe(trading);
  });

  it("leaves the choice to the office when no name or several names agree", () => {
    expect(customerByName([ahmed, fatima], "Omar Ali")).toBeNull();
    expect(customerByName([ahmed, fatima, { name: "ahmed ali" }], "Ahmed Ali")).toBeNull();
    expect(customerByName([], "Ahmed Ali")).toBeNull();
  });
});
