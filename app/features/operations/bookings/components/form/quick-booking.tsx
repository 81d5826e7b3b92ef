import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { notices } from "~/ui/overlay/toast-store";
import { chooseService } from "./service-choice";

/** Simulated delay required by the client (docs/domain.md, "Screens"). */
const SIMULATION_MS = 1_000;

/**
 * Makes no API call: preselects a free assessment in the form and asks the visitor to send it
 * (docs/domain.md, "Bookings").
 */
export function QuickBooking() {
  const [loading, setLoading] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  function book() {
    setLoading(true);
    timer.current = window.setTimeout(() => {
      setLoading(false);
      chooseService("free-survey");
      document.getElementById("booking")?.scrollIntoView({ behavior: "smooth" });
      document.querySelector<HTMLElement>("#booking [name=service]")?.focus({ preventScroll: true });
      notices.show({
        title: m.site_quick_booked_title(),
        description: m.site_quick_booked(),
        tone: "success",
      });
    }, SIMULATION_MS);
  }

  return (
    <div className="flex flex-col items-start gap-3 rounded-lg bg-brass-soft p-4 text-brass-text sm:p-6">
      <h2 className="text-xl text-ink">{m.site_quick_title()}</h2>
      <p className="text-sm">{m.site_quick_text()}</p>
      <Button onClick={book} disabled={loading} aria-busy={loading} className="min-w-52">
        {loading ? m.site_quick_loading() : m.site_quick_book()}
      </Button>
    </div>
  );
}
