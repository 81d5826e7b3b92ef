import { useEffect, useState } from "react";

/** What a field for the area names in `list`, to have the communities of Dubai suggested. */
export const COMMUNITIES = "dubai-communities";

/** The names are fetched only where they are suggested. */
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
