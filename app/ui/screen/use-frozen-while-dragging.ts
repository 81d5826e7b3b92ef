import { useState, useSyncExternalStore } from "react";

/** Whether a hand has hold of something on the screen: what would move the rest of it waits until it lets go. */
let held = false;
const listeners = new Set<() => void>();

export function holdScreen(isHeld: boolean): void {
  held = isHeld;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The latest value, but for as long as the screen is held the one that it had before. */
export function useWhenLetGo<Value>(value: Value): Value {
  const isHeld = useSyncExternalStore(
    subscribe,
    () => held,
    () => false,
  );
  const [shown, setShown] = useState(value);
  if (!isHeld && shown !== value) setShown(value);
  return isHeld ? shown : value;
}
