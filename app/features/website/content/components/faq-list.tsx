import Plus from "lucide-react/icons/plus";
import type { Faq } from "../views";

/** Questions as native disclosures. */
export function FaqList({ faqs }: { faqs: readonly Faq[] }) {
  return (
    <div className="max-w-[52rem] divide-y divide-line border-y border-line">
      {faqs.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex list-none items-center justify-between gap-6 py-4 font-medium hover:text-link [&::-webkit-details-marker]:hidden">
            <h3 className="font-medium">
              <bdi>{question}</bdi>
            </h3>
            <Plus
              aria-hidden
              className="size-5 shrink-0 text-accent transition-transform group-open:rotate-45"
            />
          </summary>
          <p className="measure pb-5 text-muted">
            <bdi>{answer}</bdi>
          </p>
        </details>
      ))}
    </div>
  );
}
