import { useState, useSyncExternalStore } from "react";

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

/** Live updates must not move the drop targets. */
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
