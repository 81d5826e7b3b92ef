/** From how many rem on a list is a table; narrower it is cards. */
export const TABLE_REM = 36;

/** Of the column with the boxes that choose rows. */
export const CHOOSING = "w-13";

/**
 * Where a list has room to spare, its columns take a share of it, and not the one without a width alone: so much wider are they from
 * so many rem on. The class says the same, for the table.
 */
export const ROOMY = { fromRem: 100, factor: 1.25, look: "@[100rem]:[--room:1.25]" };

/** Of a column in rem. */
export function remOf(width: `w-${number}`): number {
  return Number(width.slice("w-".length)) / 4;
}

/** How wide a list must be for a column, as the classes that hide it below. Whole words: Tailwind reads them here. */
export const widths = {
  "2xl": "hidden @2xl:table-cell",
  "3xl": "hidden @3xl:table-cell",
  "4xl": "hidden @4xl:table-cell",
  "58rem": "hidden @[58rem]:table-cell",
  "5xl": "hidden @5xl:table-cell",
  "66rem": "hidden @[66rem]:table-cell",
  "74rem": "hidden @[74rem]:table-cell",
  "7xl": "hidden @7xl:table-cell",
} as const;

/** The same in rem. */
export const rems: Readonly<Record<keyof typeof widths, number>> = {
  "2xl": 42,
  "3xl": 48,
  "4xl": 56,
  "58rem": 58,
  "5xl": 64,
  "66rem": 66,
  "74rem": 74,
  "7xl": 80,
};

/** The widths from the narrowest on, with the class that hides what is needed only while a column is not in view. */
export const untilWide = [
  [undefined, "@xl:hidden"],
  ["2xl", "@2xl:hidden"],
  ["3xl", "@3xl:hidden"],
  ["4xl", "@4xl:hidden"],
  ["58rem", "@[58rem]:hidden"],
  ["5xl", "@5xl:hidden"],
  ["66rem", "@[66rem]:hidden"],
  ["74rem", "@[74rem]:hidden"],
  ["7xl", "@7xl:hidden"],
] as const;
