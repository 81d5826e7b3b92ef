import { expect, it } from "vitest";
import { drawings } from "~/features/content/content-entry";
import { sceneNames } from "./scenes";

it("every scene can be chosen in the office, and every choice has a scene", () => {
  expect(sceneNames).toEqual([...drawings]);
});
