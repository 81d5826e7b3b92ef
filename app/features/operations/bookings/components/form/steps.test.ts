import { describe, expect, it } from "vitest";
import { firstStepWithError, nextStep, stepOfField, stepsFor } from "./steps";

describe("stepsFor", () => {
  it("leaves out the time for an emergency", () => {
    expect(stepsFor(false)).toEqual(["work", "time", "address", "person"]);
    expect(stepsFor(true)).toEqual(["work", "address", "person"]);
  });
});

describe("stepOfField", () => {
  it("assigns access details to the address", () => {
    expect(
      ["items", "preferredTime", "unitNumber", "access-makani", "securityCheck"].map(stepOfField),
    ).toEqual(["work", "time", "address", "address", "person"]);
  });
});

describe("firstStepWithError", () => {
  it("finds the earliest step whatever the order of the errors", () => {
    expect(firstStepWithError({ email: "?", street: "?" })).toBe("address");
  });

  it("finds none without errors", () => {
    expect(firstStepWithError({})).toBeNull();
  });
});

describe("nextStep", () => {
  const steps = stepsFor(false);

  it("skips answered steps", () => {
    expect(nextStep(steps, "work", (step) => step === "time")).toBe("address");
  });

  it("ends with the last step although its answers are known", () => {
    expect(nextStep(steps, "time", () => true)).toBe("person");
    expect(nextStep(steps, "person", () => false)).toBe("person");
  });
});
