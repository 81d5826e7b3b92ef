/** Narrower lists show cards. */
export const TABLE_REM = 36;

export const SELECTION_WIDTH = "w-13";

/** Growth of columns in wide lists, so that the column without a width does not take all the space. */
export const WIDE_LIST = { fromRem: 100, factor: 1.25, className: "@[100rem]:[--room:1.25]" };

export function widthInRem(width: `w-${number}`): number {
  return Number(width.slice("w-".length)) / 4;
}

/** Complete class names, because Tailwind scans for them. */
export const widths = {
  "40rem": "hidden @[40rem]:table-cell",
  "2xl": "hidden @2xl:table-cell",
  "3xl": "hidden @3xl:table-cell",
  "4xl": "hidden @4xl:table-cell",
  "58rem": "hidden @[58rem]:table-cell",
  "5xl": "hidden @5xl:table-cell",
  "66rem": "hidden @[66rem]:table-cell",
  "74rem": "hidden @[74rem]:table-cell",
  "7xl": "hidden @7xl:table-cell",
} as const;

/** The same widths in rem. */
export const rems: Readonly<Record<keyof typeof widths, number>> = {
  "40rem": 40,
  "2xl": 42,
  "3xl": 48,
  "4xl": 56,
  "58rem": 58,
  "5xl": 64,
  "66rem": 66,
  "74rem": 74,
  "7xl": 80,
};

/** Classes that hide the sort selector once all sortable columns are visible; ascending widths. */
export const hiddenFrom = [
  [undefined, "@xl:hidden"],
  ["40rem", "@[40rem]:hidden"],
  ["2xl", "@2xl:hidden"],
  ["3xl", "@3xl:hidden"],
  ["4xl", "@4xl:hidden"],
  ["58rem", "@[58rem]:hidden"],
  ["5xl", "@5xl:hidden"],
  ["66rem", "@[66rem]:hidden"],
  ["74rem", "@[74rem]:hidden"],
  ["7xl", "@7xl:hidden"],
] as const;

/** Classes that show an element of a cell from a width on. */
export const shownFrom: Readonly<Record<keyof typeof widths, string>> = {
  "40rem": "hidden @[40rem]:block",
  "2xl": "hidden @2xl:block",
  "3xl": "hidden @3xl:block",
  "4xl": "hidden @4xl:block",
  "58rem": "hidden @[58rem]:block",
  "5xl": "hidden @5xl:block",
  "66rem": "hidden @[66rem]:block",
  "74rem": "hidden @[74rem]:block",
  "7xl": "hidden @7xl:block",
};

/** Classes that align a column with the edge of the page while the column before it is hidden. */
export const startsBelow: Readonly<Record<keyof typeof widths, string>> = {
  "40rem": "@max-[40rem]:ps-4 lg:@max-[40rem]:ps-6",
  "2xl": "@max-2xl:ps-4 lg:@max-2xl:ps-6",
  "3xl": "@max-3xl:ps-4 lg:@max-3xl:ps-6",
  "4xl": "@max-4xl:ps-4 lg:@max-4xl:ps-6",
  "58rem": "@max-[58rem]:ps-4 lg:@max-[58rem]:ps-6",
  "5xl": "@max-5xl:ps-4 lg:@max-5xl:ps-6",
  "66rem": "@max-[66rem]:ps-4 lg:@max-[66rem]:ps-6",
  "74rem": "@max-[74rem]:ps-4 lg:@max-[74rem]:ps-6",
  "7xl": "@max-7xl:ps-4 lg:@max-7xl:ps-6",
};
