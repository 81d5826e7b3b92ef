import { foldSearchText } from "~/platform/text/search-folding";
import { containsWords } from "~/platform/text/search-terms";
import { communityByName } from "./area-words";
import { placeInReaderLanguage, storedArea } from "./community-names";
import { arabicNameOf, dubaiCommunities } from "./dubai-communities";

/** Names, short names and Arabic names of each community, folded. */
const namesOf = new Map<string, string[]>(dubaiCommunities.map((community) => [community, []]));
for (const [name, community] of communityByName) namesOf.get(community)!.push(name);

const completeNames = new Set(dubaiCommunities.flatMap((community) => [community, arabicNameOf(community)]));

function isCompleteName(name: string): boolean {
  const stored = storedArea(name);
  return completeNames.has(name) || (stored !== name && placeInReaderLanguage(stored) === name);
}

const MAX_SUGGESTIONS = 6;

/** Communities of Dubai that contain each typed word, in any spelling. None if the text is the name of one. */
export function suggestCommunities(typed: string): string[] {
  const folded = foldSearchText(typed).replaceAll(" ", "");
  if (folded === "" || isCompleteName(typed.trim())) return [];
  const rank = (names: readonly string[]) =>
    names.includes(folded) ? 0 : names.some((name) => name.startsWith(folded)) ? 1 : 2;
  return [...namesOf]
    .filter(([community, names]) => containsWords(`${community} ${names.join(" ")}`, typed))
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .slice(0, MAX_SUGGESTIONS)
    .map(([community]) => community);
}

/** Suggested communities in the reader's language, for a field that stores the English name (`storedArea`). */
export function suggestCommunityNames(typed: string): string[] {
  return suggestCommunities(typed).map(placeInReaderLanguage);
}
