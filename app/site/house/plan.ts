/*
 * Floor plan, twelve by ten units. In front the open ground floor: living room (x 0–6) and kitchen (x 6–12).
 * Behind, at y 0–5 and one storey higher: plant block (x 0–4), bedroom (4–8) and bathroom (8–12).
 */

/** Heights of floors, ceilings and roof. */
export const GROUND = 0.4;
export const CEILING = 3.5;
export const UPPER = 3.9;
export const UPPER_TOP = 6.9;
export const ROOF = 7.6;
