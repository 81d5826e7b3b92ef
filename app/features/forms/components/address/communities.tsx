import { useEffect, useState } from "react";

/** Id of the datalist with the communities of Dubai. */
export const COMMUNITIES = "dubai-communities";

/** Loads the names only where they are suggested. */
export function Communities({ wanted = true }: { wanted?: boolean }) {
  const [communities, setCommunities] = useState<readonly string[]>([]);
  useEffect(() => {
    if (wanted)
      import("../../../geography/dubai-communities").then((data) => setCommunities(data.dubaiCommunities));
  }, [wanted]);
  return (
    <datalist id={COMMUNITIES}>
      {communities.map((community) => (
        <option key={community} value={community} />
      ))}
    </datalist>
  );
}
