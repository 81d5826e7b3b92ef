import { ARABIC, currentLocale } from "~/platform/locale/locale";
import { foldSearchText } from "~/platform/text/search-folding";
import { arabicNameOf, dubaiCommunities } from "./dubai-communities";

/** English name by the folded Arabic name, with and without its text in brackets. */
const englishNames = new Map(
  dubaiCommunities.flatMap((community) => {
    const arabic = arabicNameOf(community);
    return [arabic, arabic.replace(/\s*\(.*\)/, "")].map(
      (name) => [foldSearchText(name), community] as const,
    );
  }),
);

/** Area or one-line address with the Arabic names of its communities for readers of Arabic. */
export function placeInReaderLanguage(place: string): string {
  if (currentLocale() !== ARABIC) return place;
  return place
    .split(", ")
    .map((part) => arabicNameOf(part) || part)
    .join(", ");
}

/** Community written in Arabic as it is stored, in English, because zones and reports compare areas. */
export function storedArea(area: string): string {
  return englishNames.get(foldSearchText(area)) ?? area;
}

/** Address with its area as it is stored. */
export function withStoredArea<Place extends { area: string }>(address: Place): Place {
  return { ...address, area: storedArea(address.area) };
}
