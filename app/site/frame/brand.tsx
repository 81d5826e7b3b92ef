import { holdsName, type Logo } from "~/platform/files/logo";
import { LogoMark, LogoPicture } from "~/ui/logo";

interface BrandProps {
  name: string;
  logo: Logo | null;
}

/** The business in one line: its logo, or the drawn mark, and its name where the logo does not hold it. */
export function Brand({ name, logo }: BrandProps) {
  if (!logo) {
    return (
      <>
        <LogoMark className="size-8 shrink-0" />
        {name}
      </>
    );
  }
  const alone = holdsName(logo);
  return (
    <>
      <LogoPicture logo={logo} alt={alone ? name : ""} className="h-9 max-w-44" />
      {!alone && name}
    </>
  );
}
