import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { Initials, type Tint } from "~/ui/initials";
import { LazyImage } from "~/ui/lazy-image";
import type { TestimonialView } from "../views";

/** Testimonials with the first one enlarged. */
export function Testimonials({ testimonials }: { testimonials: TestimonialView[] }) {
  const [first, ...others] = testimonials.slice(0, 3);
  if (!first) return null;
  return (
    <section aria-labelledby="testimonials-title" className="bg-sunken">
      <div className="page-column py-8 sm:py-16 lg:py-24">
        <h2 id="testimonials-title" className="text-xl text-muted">
          {m.site_testimonials_title()}
        </h2>
        <div className="mt-4 grid gap-x-16 gap-y-5 sm:mt-8 sm:gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <Voice testimonial={first} tint={0} large />
          <div className="flex flex-col justify-between gap-5 sm:gap-10 lg:border-s lg:border-line lg:ps-16">
            {others.map((testimonial, index) => (
              <Voice key={testimonial.id} testimonial={testimonial} tint={index + 1} />
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

const tints: Tint[] = ["brass", "calm", "ink"];

interface VoiceProps {
  testimonial: TestimonialView;
  tint: number;
  large?: boolean;
}

function Voice({ testimonial: { quote, clientName, role, photoId }, tint, large = false }: VoiceProps) {
  return (
    <figure className={classNames("flex flex-col justify-between gap-2.5 sm:gap-4", large && "sm:gap-8")}>
      <blockquote className={large ? "font-medium sm:text-3xl sm:leading-snug" : "sm:text-lg"}>
        <p>{m.site_testimonial_quote({ quote: bidiIsolate(quote) })}</p>
      </blockquote>
      <figcaption className="flex items-center gap-4 wrap-anywhere max-sm:*:first:size-9 max-sm:*:first:text-xs">
        {photoId ? (
          <LazyImage
            src={`/api/files/${photoId}`}
            alt=""
            width={52}
            height={52}
            className="size-13 shrink-0 rounded-full"
          />
        ) : (
          <Initials name={clientName} tint={tints[tint] ?? "ink"} />
        )}
        <span>
          <span className="block font-semibold max-sm:text-sm">{clientName}</span>
          <span className="block text-sm text-muted">{role}</span>
        </span>
      </figcaption>
    </figure>
  );
}
