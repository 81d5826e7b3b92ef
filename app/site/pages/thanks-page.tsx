import CircleCheck from "lucide-react/icons/circle-check";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { SentReference } from "./form/sent-reference";

interface ThanksPageProps {
  title: string;
  lead: string;
  /** Next steps in order. */
  steps: readonly string[];
  stepsTitle: string;
  children: ReactNode;
}

/** Confirmation page of a form. Focus on its heading announces it to screen readers; no toast covers it. */
export function ThanksPage({ title, lead, steps, stepsTitle, children }: ThanksPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const sentJustNow = useNavigationType() === "PUSH";
  useEffect(() => {
    if (sentJustNow) heading.current?.focus({ preventScroll: true });
  }, [sentJustNow]);
  return (
    <div className="page-column flex flex-col gap-8 py-12 lg:py-20">
      <meta name="robots" content="noindex" />
      <div className="flex flex-col gap-3">
        <CircleCheck aria-hidden className="size-12 text-calm" strokeWidth={1.5} />
        <h1 ref={heading} tabIndex={-1} className="text-3xl sm:text-4xl">
          {title}
        </h1>
        <p className="measure text-muted sm:text-lg">{lead}</p>
        <SentReference />
      </div>
      <div className="flex flex-col gap-4">
        <h2 className="text-xl">{stepsTitle}</h2>
        <ol className="measure flex flex-col gap-3">
          {steps.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="figures grid size-7 shrink-0 place-items-center rounded-full bg-brass-soft text-sm font-semibold text-brass-text"
              >
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
