import { expect, it } from "vitest";
import { drawings } from "~/features/content/entry";
import { sceneNames } from "./scenes";

it("the office chooses among all scenes, and there is a scene for each choice", () => {
  expect(sceneNames).toEqual([...drawings]);
});
