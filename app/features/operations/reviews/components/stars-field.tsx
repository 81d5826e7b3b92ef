import Star from "lucide-react/icons/star";
import { useId } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { FieldError } from "~/ui/form/field";
import { ratings } from "./stars";

interface StarsFieldProps {
  /** Chosen stars; 0 before the choice. */
  rating: number;
  error: string | undefined;
  onRating: (rating: number) => void;
}

/** Radio buttons that look like stars. */
export function StarsField({ rating, error, onRating }: StarsFieldProps) {
  const errorId = useId();
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
    >
      <legend className="mb-1.5 text-sm font-medium">{m.account_rating()}</legend>
      <div className="flex">
        {ratings.map((star) => (
          <label
            key={star}
            className="relative grid size-11 place-items-center rounded text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="rating"
              value={star}
              checked={rating === star}
              onChange={() => onRating(star)}
              aria-label={m.reviews_stars({ count: star })}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <Star aria-hidden className={classNames("size-7", star <= rating && "fill-current")} />
          </label>
        ))}
      </div>
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}
