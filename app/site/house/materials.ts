import type { Shades } from "./isometry";

/* Materials of the house in evening light: the y face is lit by dusk, the x face is in shade. */

export const wall: Shades = { top: "#4f6387", left: "#3a4e71", right: "#2b3c5a" };
/** Cut surfaces: the brightest lines of the picture. */
export const cut: Shades = { top: "#f6f0e6", left: "#e9dcc3", right: "#cfbf9f" };
export const wood: Shades = { top: "#c48f56", left: "#a87443", right: "#875a33" };
export const paleWood: Shades = { top: "#e2b981", left: "#cb9c62", right: "#a87c48" };
export const metal: Shades = { top: "#dfe4ec", left: "#b4bdcb", right: "#939eb0" };
export const porcelain: Shades = { top: "#ffffff", left: "#e3ebe9", right: "#c9d8d4" };
export const cabinet: Shades = { top: "#6d8791", left: "#4b6773", right: "#3a525d" };
export const leather: Shades = { top: "#9c4a2c", left: "#c2613b", right: "#8c4027" };
export const sheetMetal: Shades = { top: "#fdfaf5", left: "#ece2cf", right: "#cbbda2" };

export const room = { lit: "#f1d9a6", side: "#dcbd85", skirting: "#b98f55" };
export const ink = "#0f1a2b";
export const brass = "#e0a84a";
export const lagoon = "#1c8a86";
export const cold = "#8fdad2";
/** Colour of a lit system. */
export const glow = "#ffe2a6";
