import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/**
 * By what the sender and the office speak of what was just sent, from the page's address: the page itself is kept and
 * served the same to everyone. Without our code it stands in the mail.
 */
export function SentReference() {
  const [address] = useSearchParams();
  const hydrated = useHydrated();
  const reference = address.get("reference") ?? "";
  // Anybody can write into an address.
  if (!hydrated || !/^(MS|AMC)-\d{4}-\d{6,}$/.test(reference)) return null;
  return (
    <p className="measure text-muted sm:text-lg">
      {m.content_sent_reference()} <strong className="figures text-ink select-all">{reference}</strong>
    </p>
  );
}
