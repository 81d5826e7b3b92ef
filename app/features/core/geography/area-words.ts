import { foldSearchText } from "~/platform/text/search-folding";
import { arabicNameOf, dubaiCommunities } from "./dubai-communities";

/** Short names in use, in lower case. Abbreviations in brackets are taken from the communities. */
const shortNames: Readonly<Record<string, readonly string[]>> = {
  "Academic City": ["diac", "dubai academic city"],
  "Al Barsha 1": ["mall of the emirates", "moe"],
  "Al Barsha South": ["barsha south"],
  "Al Quoz": ["al qouz", "al qoz", "qouz", "qoz"],
  "Arabian Ranches": ["ranches", "ar1"],
  "Arabian Ranches 2": ["ar2"],
  "Arabian Ranches 3": ["ar3"],
  "Barsha Heights (Tecom)": ["barsha heights", "tecom"],
  "Bluewaters Island": ["bluewaters", "blue waters", "ain dubai"],
  "DAMAC Hills": ["damac"],
  "Downtown Dubai": ["downtown", "dubai mall", "burj khalifa", "داون تاون"],
  "Dubai Creek Harbour": ["creek harbour", "creek harbor", "dubai creek"],
  "Dubai Design District (d3)": ["design district"],
  "Dubai Festival City": ["dfc"],
  "Dubai Healthcare City": ["dhcc", "healthcare city"],
  "Dubai Hills Estate": ["dubai hills", "dhe"],
  "Dubai Industrial City": ["dic industrial"],
  "Dubai International City": ["intl city", "international city", "انترناشيونال سيتي"],
  "Dubai Internet City": ["dic"],
  "Dubai Investment Park": ["dip", "dubai investments park"],
  "Dubai Land Residence Complex": ["dlrc"],
  "Business Bay": ["bizbay", "bbay", "بزنس باي"],
  "Dubai Marina": ["the marina", "marina gate", "marina walk", "المارينا"],
  "Dubai Media City": ["dmc"],
  "Dubai Production City (IMPZ)": ["production city"],
  "Dubai Silicon Oasis": ["dso", "سيليكون"],
  "Dubai South": ["dwc", "al maktoum airport"],
  "Dubai Sports City": ["dsc"],
  "Expo City Dubai": ["expo", "expo city"],
  "Jumeirah 1": ["jumeirah", "jumeira", "jumeriah", "جميرة", "الجميرة", "الجميرا"],
  "Jumeirah Beach Residence (JBR)": ["jumeirah beach", "the walk"],
  "Jumeirah Golf Estates": ["jge", "golf estates"],
  "Jumeirah Lake Towers (JLT)": ["jumeirah lakes towers", "lake towers", "lakes towers", "جي ال تي"],
  "Jumeirah Village Circle (JVC)": ["jumeirah village", "village circle"],
  "Jumeirah Village Triangle (JVT)": ["village triangle"],
  Mirdif: ["mirdiff", "mirdef"],
  "Mohammed Bin Rashid City": ["mbr", "mbr city", "mbrc"],
  "Palm Jumeirah": ["palm", "the palm"],
  "Sheikh Zayed Road": ["szr"],
  "Trade Centre": ["trade center", "world trade centre", "dwtc"],
  "Umm Suqeim 1": ["umm suqeim", "umm sequim", "um suqeim"],
  "Za'abeel": ["zabeel"],
};

/** Too general to name a community without its first word. */
const generalWords = new Set(["south", "villa", "hills", "views", "valley", "islands", "ras", "walk"]);

/** Community by each of its names, folded and without spaces. Complete names precede short ones. */
export const communityByName: ReadonlyMap<string, string> = new Map(
  [
    ...dubaiCommunities
      .flatMap((area) => shortenedNames(area).map((name) => [name, area] as const))
      .toReversed(),
    ...Object.entries(shortNames).flatMap(([area, names]) => names.map((name) => [name, area] as const)),
    ...dubaiCommunities.flatMap((area) =>
      [area, arabicNameOf(area)].flatMap(completeNames).map((name) => [name, area] as const),
    ),
  ]
    .filter(([name]) => !generalWords.has(name))
    .map(([name, area]) => [foldSearchText(name).replaceAll(" ", ""), area]),
);

/** In lower case, with and without the text in brackets. */
function completeNames(written: string): string[] {
  const [, name = written, abbreviation] = /^(.*?)\s*\((.*)\)$/.exec(written) ?? [];
  return [`${name} ${abbreviation ?? ""}`.trim(), name, abbreviation ?? name].map((form) =>
    form.toLowerCase(),
  );
}

/** "Al Barsha 1": "al barsha", "barsha 1", "barsha". "Dubai Marina": "marina". "البرشاء 1": "برشاء", "بالبرشاء". */
function shortenedNames(area: string): string[] {
  return [completeNames(area)[1]!, completeNames(arabicNameOf(area))[1]!]
    .flatMap((name) => [name, name.replace(/ \d$/, "")])
    .flatMap((form) => [
      form,
      form.replace(/^(al|the|dubai|دبي) /, ""),
      form.replace(/jumeirah/, "jumeira"),
      form.replace(/^ال/, ""),
      form.replace(/^ال/, "بال"),
    ]);
}
