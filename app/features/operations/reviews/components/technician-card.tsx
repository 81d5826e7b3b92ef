import BadgeCheck from "lucide-react/icons/badge-check";
import Star from "lucide-react/icons/star";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { Avatar } from "~/ui/avatar";
import { shortTradeName } from "../../../core/catalogue/short-trade";
import { formatRating } from "../rating";
import type { TechnicianCard as Card } from "../views";

/** Facts may still be loading; the name is always known. */
type KnownCard = Pick<Card, "name"> & Partial<Card>;

interface TechnicianCardProps {
  technician: KnownCard;
  /** Path of the picture; null: initials. */
  picture: string | null;
  /** Further lines. */
  children?: ReactNode;
}

/** Technician with picture or initials, trades, rating, finished jobs and certificate. */
export function TechnicianCard({ technician, picture, children }: TechnicianCardProps) {
  const { name, trades = [], certificate, jobs = 0, rating = null, reviews = 0 } = technician;
  return (
    <div className="flex items-start gap-4">
      <Avatar name={name} picture={picture} />
      <div className="min-w-0 text-sm">
        <p className="text-base font-semibold">
          <bdi>{name}</bdi>
        </p>
        {trades.length > 0 && <p className="text-muted">{formatList(trades.map(shortTradeName))}</p>}
        {rating !== null && (
          <p className="mt-1 flex items-center gap-1.5">
            <Star aria-hidden className="size-4 shrink-0 fill-current text-accent" />
            <span className="figures">
              {m.booking_technician_rating({ rating: formatRating(rating), reviews })}
            </span>
          </p>
        )}
        {certificate && (
          <p className="mt-1 flex gap-1.5">
            <BadgeCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-calm" />
            <span className="wrap-anywhere">{certificate}</span>
          </p>
        )}
        {jobs > 0 && <p className="figures mt-1 text-muted">{m.reviews_technician_jobs({ count: jobs })}</p>}
        {children}
      </div>
    </div>
  );
}
