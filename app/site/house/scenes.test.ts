import { expect, it } from "vitest";
import { drawings } from "~/features/website/content/content-entry";
import { sceneNames } from "./scenes";

it("offers exactly the existing scenes in the office", () => {
  expect(sceneNames).toEqual([...drawings]);
});
