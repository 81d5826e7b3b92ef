/** How wide a list must be for a column, as the classes that hide it below. Whole words: Tailwind reads them here. */
export const widths = {
  "2xl": "hidden @2xl:table-cell",
  "3xl": "hidden @3xl:table-cell",
  "4xl": "hidden @4xl:table-cell",
  "5xl": "hidden @5xl:table-cell",
  "7xl": "hidden @7xl:table-cell",
} as const;
