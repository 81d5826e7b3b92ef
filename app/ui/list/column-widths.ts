/** How wide a list must be for a column, as the classes that hide it below. Whole words: Tailwind reads them here. */
export const widths = {
  "2xl": "hidden @2xl:table-cell",
  "3xl": "hidden @3xl:table-cell",
  "4xl": "hidden @4xl:table-cell",
  "5xl": "hidden @5xl:table-cell",
  "7xl": "hidden @7xl:table-cell",
} as const;

/** The widths from the narrowest on, with the class that hides what is needed only while a column is not in view. */
export const untilWide = [
  [undefined, "@xl:hidden"],
  ["2xl", "@2xl:hidden"],
  ["3xl", "@3xl:hidden"],
  ["4xl", "@4xl:hidden"],
  ["5xl", "@5xl:hidden"],
  ["7xl", "@7xl:hidden"],
] as const;
