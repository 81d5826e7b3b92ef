import Star from "lucide-react/icons/star";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

export const ratings = [1, 2, 3, 4, 5];

export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={m.reviews_stars({ count: rating })} className="flex gap-1 text-accent">
      {ratings.map((star) => (
        <Star key={star} aria-hidden className={classNames("size-5", star <= rating && "fill-current")} />
      ))}
    </span>
  );
}
