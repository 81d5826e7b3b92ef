/** Background on which the logo is indistinguishable and needs a plate of the opposite colour. */
export type LogoPlate = "on-dark" | "on-light" | "never";

export interface Logo {
  /** Immutable path; each logo has its own. */
  path: string;
  width: number;
  height: number;
  plate: LogoPlate;
}

/** PNG of 512 × 512 px with a background. */
export function iconPath({ path }: Logo): string {
  return `${path}/icon`;
}

/** Wide logos contain the business name, which is then not repeated beside them. */
export function containsName({ width, height }: Logo): boolean {
  return width >= 2 * height;
}

export const LOGO_TYPES = ["image/png", "image/webp", "image/jpeg"];
