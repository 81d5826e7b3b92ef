/** On which ground a logo cannot be made out as it is, and needs a plate: a dark one, a light one, or none. */
export type LogoPlate = "on-dark" | "on-light" | "never";

/** The logo of the business, as pages and mails show it. */
export interface Logo {
  /** Of the picture, within the site; each logo has its own, and it never changes. */
  path: string;
  /** In pixels. */
  width: number;
  height: number;
  plate: LogoPlate;
}

/** On a square of its own ground, 512 × 512, as PNG. */
export function iconPath({ path }: Logo): string {
  return `${path}/icon`;
}

/** A wide logo has the name in it: the name is not written beside it once more. */
export function holdsName({ width, height }: Logo): boolean {
  return width >= 2 * height;
}

/** What may be uploaded as a logo. */
export const LOGO_TYPES = ["image/png", "image/webp", "image/jpeg"];
