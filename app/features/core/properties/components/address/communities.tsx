import { useEffect, useState } from "react";

export const COMMUNITIES = "dubai-communities";

/** Loads the names only where they are suggested. */
export function Communities({ enabled = true }: { enabled?: boolean }) {
  const [communities, setCommunities] = useState<readonly string[]>([]);
  useEffect(() => {
    if (enabled)
      import("../../../geography/dubai-communities").then((data) => setCommunities(data.dubaiCommunities));
  }, [enabled]);
  return (
    <datalist id={COMMUNITIES}>
      {communities.map((community) => (
        <option key={community} value={community} />
      ))}
    </datalist>
  );
}
