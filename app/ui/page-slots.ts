import { type ComponentType, createContext, useContext } from "react";

/**
 * Slots of a page for parts of features that its screen must not import, because they build on it. The feature
 * of the screen declares the props of each slot; the page fills all slots with components.
 */
export function createPageSlots<Slots extends Record<string, object>>() {
  const Filled = createContext<{ [Name in keyof Slots]: ComponentType<Slots[Name]> } | null>(null);
  function usePageSlots() {
    const parts = useContext(Filled);
    if (!parts) throw new Error("The page does not fill the slots of this screen.");
    return parts;
  }
  return [Filled, usePageSlots] as const;
}
