import { ARABIC, currentLocale } from "~/platform/locale/locale";
import { arabicNameOf, dubaiCommunities, plainName } from "./dubai-communities";

/** English name by the plain Arabic name. */
const englishNames = new Map(
  dubaiCommunities.map((community) => [plainName(arabicNameOf(community)), community]),
);

const NUMBER = / \d+$/;

/**
 * Arabic name by the plain English name, of "Jumeirah" as of "Jumeirah 1". Its other name, in brackets, is for the search
 * alone.
 */
const arabicNames = new Map(
  dubaiCommunities
    .map((community) => [community, arabicNameOf(community).replace(/ \(.*\)$/, "")] as const)
    .flatMap(([english, arabic]) => [
      [plainName(english.replace(NUMBER, "")), arabic.replace(NUMBER, "")] as const,
      [plainName(english), arabic] as const,
    ]),
);

/**
 * Area or address, of one or several lines, with the Arabic names of its communities, and Arabic commas if it is all
 * Arabic, for readers of Arabic.
 */
export function placeInReaderLanguage(place: string): string {
  if (currentLocale() !== ARABIC) return place;
  const named = place
    .split(/(, |\n)/)
    .map((part) => arabicNames.get(plainName(part)) ?? part)
    .join("");
  return /\p{Script=Latin}/u.test(named) ? named : named.replaceAll(", ", "، ");
}

/** Community written in Arabic as it is stored, in English, because zones and reports compare areas. */
export function storedArea(area: string): string {
  return englishNames.get(plainName(area)) ?? area;
}

/** Address with its area as it is stored. */
export function withStoredArea<Place extends { area: string }>(address: Place): Place {
  return { ...address, area: storedArea(address.area) };
}
