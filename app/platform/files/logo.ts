/** Background on which the logo needs a plate of the opposite colour. */
export type LogoPlate = "on-dark" | "on-light" | "never";

export interface Logo {
  path: string;
  width: number;
  height: number;
  plate: LogoPlate;
}

export function iconPath({ path }: Logo): string {
  return `${path}/icon`;
}

/** Wide logos contain the business name. */
export function containsName({ width, height }: Logo): boolean {
  return width >= 2 * height;
}

export const LOGO_TYPES = ["image/png", "image/webp", "image/jpeg"];
