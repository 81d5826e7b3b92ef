import { describe, expect, it } from "vitest";
import { createInteractionFilter } from "./deferred-scripts";

const pointerMove = (screenX: number, screenY: number) =>
  ({ type: "pointermove", screenX, screenY, movementX: 0, movementY: 0 }) as PointerEvent;

describe("createInteractionFilter", () => {
  it("ignores moves of a resting pointer", () => {
    const isInteraction = createInteractionFilter();
    expect([pointerMove(5, 5), pointerMove(5, 5), pointerMove(5, 5)].map(isInteraction)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("accepts the second position of a pointer, even if the browser reports no movement", () => {
    const isInteraction = createInteractionFilter();
    expect([pointerMove(5, 5), pointerMove(5, 6)].map(isInteraction)).toEqual([false, true]);
    expect([pointerMove(9, 5), pointerMove(5, 5)].map(createInteractionFilter())).toEqual([false, true]);
  });

  it("accepts any other event at once", () => {
    for (const type of ["pointerdown", "keydown", "focusin", "input", "scroll", "popstate"]) {
      expect(createInteractionFilter()({ type } as Event)).toBe(true);
    }
  });
});
