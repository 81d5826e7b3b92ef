import { m } from "~/paraglide/messages";
import { LazyImage } from "~/ui/lazy-image";

interface PhotoStripProps {
  photos: readonly { id: string }[];
  hrefOf: (photoId: string) => string;
}

export function PhotoStrip({ photos, hrefOf }: PhotoStripProps) {
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
      {photos.map(({ id }, index) => (
        <li key={id}>
          <a
            href={hrefOf(id)}
            aria-label={m.booking_photo({ number: index + 1 })}
            target="_blank"
            rel="noreferrer"
            className="block overflow-hidden rounded border border-line hover:border-accent"
          >
            <LazyImage
              src={hrefOf(id)}
              alt=""
              width={160}
              height={160}
              className="aspect-square grid-rows-[minmax(0,1fr)]"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
