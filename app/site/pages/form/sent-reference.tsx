import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { useHydrated } from "~/ui/hooks/use-hydrated";

/**
 * Reference of the message or request just sent, read from the address, because the page is cached and the
 * same for everyone. Without JavaScript the email states it.
 */
export function SentReference() {
  const [address] = useSearchParams();
  const hydrated = useHydrated();
  const reference = address.get("reference") ?? "";
  // The address is untrusted input.
  if (!hydrated || !/^(MS|AMC)-\d{4}-\d{6,}$/.test(reference)) return null;
  return (
    <p className="measure text-muted sm:text-lg">
      {m.content_sent_reference()}{" "}
      <strong className="figures whitespace-nowrap text-ink select-all">{reference}</strong>
    </p>
  );
}
