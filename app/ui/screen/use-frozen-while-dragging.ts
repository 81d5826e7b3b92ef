import { useState, useSyncExternalStore } from "react";

/** Whether a hand has hold of something on the screen: what would move the rest of it waits until it lets go. */
let dragging = false;
const listeners = new Set<() => void>();

export function setDragging(isDragging: boolean): void {
  dragging = isDragging;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The latest value, but for as long as the screen is held the one that it had before. */
export function useFrozenWhileDragging<Value>(value: Value): Value {
  const isDragging = useSyncExternalStore(
    subscribe,
    () => dragging,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!isDragging && shown !== value) setShown(value);
  return isDragging ? shown : value;
}
