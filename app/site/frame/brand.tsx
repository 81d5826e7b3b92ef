import { containsName, type Logo } from "~/platform/files/logo";
import { LogoMark, LogoPicture } from "~/ui/logo";

interface BrandProps {
  name: string;
  logo: Logo | null;
}

/** Logo, or the drawn mark, with the business name unless the logo contains it. */
export function Brand({ name, logo }: BrandProps) {
  if (!logo) {
    return (
      <>
        <LogoMark className="size-8 shrink-0" />
        <span>{name}</span>
      </>
    );
  }
  const alone = containsName(logo);
  return (
    <>
      <LogoPicture logo={logo} alt={alone ? name : ""} className="h-9 max-w-44" />
      {!alone && <span>{name}</span>}
    </>
  );
}
