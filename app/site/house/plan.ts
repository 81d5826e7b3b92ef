/*
 * The plan: twelve by ten on its ground. In front the ground floor, cut open: the living room (x 0–6) and the kitchen
 * (x 6–12). Behind, at y 0–5, a storey higher: the plant block (x 0–4), the bedroom (4–8) and the bathroom (8–12).
 */

/** Heights of the floors and of what ends above them. */
export const GROUND = 0.4;
export const CEILING = 3.5;
export const UPPER = 3.9;
export const UPPER_TOP = 6.9;
export const ROOF = 7.6;
