import type { Logo } from "~/platform/files/logo";
import { classNames } from "./class-names";

/** Default logo: a cube on its edge, which stands for a cornerstone. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M5 11.5 16 5.4v11.2L5 22.8Z" className="fill-accent" />
      <path d="m16 5.4 11 6.1v11.3l-11-6.2Z" className="fill-ink" />
      <path d="m5 22.8 11-6.2 11 6.2-11 6.1Z" className="fill-accent opacity-60" />
    </svg>
  );
}

/** The plate keeps the logo visible on backgrounds of its own colour. */
export function LogoPicture({ logo, alt, className }: { logo: Logo; alt: string; className: string }) {
  const { path, width, height, plate } = logo;
  return (
    <img
      src={path}
      alt={alt}
      width={width}
      height={height}
      data-plate={plate}
      className={classNames("logo w-auto shrink-0 rounded-sm object-contain", className)}
    />
  );
}
