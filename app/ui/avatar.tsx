import { useState } from "react";
import { classNames } from "./class-names";
import { Initials } from "./initials";

interface AvatarProps {
  name: string;
  /** Path of the picture, which the server offers in two sizes. Null: initials. */
  picture: string | null;
  small?: boolean;
  className?: string;
}

/** Decorative for screen readers, because the name is shown beside it. */
export function Avatar({ name, picture, small = false, className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  // The picture may have been removed since its path was loaded.
  const shown = picture !== failed ? picture : null;
  return (
    <span className={classNames("grid shrink-0", small && "*:size-7 *:text-xs", className)}>
      {shown ? (
        <img
          key={shown}
          src={`${shown}?size=small`}
          srcSet={small ? undefined : `${shown}?size=small 1x, ${shown}?size=large 2x`}
          alt=""
          width={52}
          height={52}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(shown)}
          className="size-13 rounded-full bg-sunken object-cover"
        />
      ) : (
        <Initials name={name} tint="brass" />
      )}
    </span>
  );
}
