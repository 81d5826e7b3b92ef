import { takeEarlyClicks } from "~/platform/browser/early-clicks";
import { type FormOutcome, onFormOutcome } from "~/platform/browser/form-outcome";
import { routePath } from "~/platform/locale/locale";
import { anonymizePath } from "~/platform/pages/anonymize-path";
import { count, flushCounted } from "./counter";
import { eventLimits, looksPersonal } from "./events";

/** In percent (docs/domain.md, "Analytics"). */
const SCROLL_MILESTONES = [25, 50, 75, 100];

/** Other forms count as quote requests. */
const BOOKING_ACTION = "/api/handle-booking";

/** Returns the function that stops tracking. */
export function trackVisit({ emergencyHref }: { emergencyHref: string }): () => void {
  const onClick = (event: Event) => countClick(event, emergencyHref);
  const onHidden = () => document.visibilityState === "hidden" && flushCounted();
  for (const click of takeEarlyClicks()) onClick(click);
  document.addEventListener("click", onClick, true);
  document.addEventListener("visibilitychange", onHidden);
  window.addEventListener("pagehide", flushCounted);
  const stopForms = onFormOutcome(countForm);
  return () => {
    document.removeEventListener("click", onClick, true);
    document.removeEventListener("visibilitychange", onHidden);
    window.removeEventListener("pagehide", flushCounted);
    stopForms();
  };
}

/** Returns the function that stops tracking. */
export function trackPage(): () => void {
  count("page_view");

  const milestones = [...SCROLL_MILESTONES];
  function onScroll() {
    const { scrollHeight } = document.documentElement;
    const percent = ((window.scrollY + window.innerHeight + 1) / scrollHeight) * 100;
    while (milestones.length > 0 && percent >= milestones[0]!) {
      count("scroll_depth", { percent: milestones.shift()! });
    }
  }

  const startedForms = new Set<string>();
  function onInput(event: Event) {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    const name = form?.dataset.form ?? routePath(form?.getAttribute("action") ?? form?.id ?? "");
    if (!name || startedForms.has(name)) return;
    startedForms.add(name);
    count("journey_milestone", { milestone: "form_started", form: name.slice(0, eventLimits.text) });
  }

  const seen = new Set<string>();
  // The middle of the screen counts, because a section may be taller than the screen.
  const sections = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const section = nameOf(target).slice(0, eventLimits.text);
        if (!isIntersecting || seen.has(section)) continue;
        seen.add(section);
        count("section_view", { section });
      }
    },
    { rootMargin: "-50% 0px" },
  );
  function watchSections() {
    for (const section of document.querySelectorAll("main section")) {
      if (nameOf(section)) sections.observe(section);
    }
  }
  watchSections();
  // After client-side navigation, lazy sections appear later.
  const arrivals = new MutationObserver(watchSections);
  arrivals.observe(document.querySelector("main") ?? document.body, { childList: true, subtree: true });

  document.addEventListener("scroll", onScroll, { passive: true });
  document.addEventListener("input", onInput);
  return () => {
    arrivals.disconnect();
    sections.disconnect();
    document.removeEventListener("scroll", onScroll);
    document.removeEventListener("input", onInput);
  };
}

function nameOf(section: Element): string {
  return section.id || section.getAttribute("aria-labelledby") || "";
}

function countClick({ target }: Event, emergencyHref: string): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link) return;
  const place = link.closest("header, main, footer")?.localName ?? "page";
  if (link.protocol === "tel:") {
    const emergency = link.getAttribute("href") === emergencyHref;
    count("phone_call", { place, line: emergency ? "emergency" : "office" });
    if (emergency) count("emergency_request", { place, by: "phone" });
  } else if (link.hostname === "wa.me") {
    count("whatsapp_click", { place });
  } else if (link.dataset.cta !== undefined && link.protocol.startsWith("http")) {
    const label = link.textContent.trim().slice(0, eventLimits.text);
    const to = anonymizePath(link.pathname).slice(0, eventLimits.text);
    count("cta_click", { place, to, ...(looksPersonal(label) ? {} : { label }) });
  }
}

function countForm({ form, sent, service, reason }: FormOutcome): void {
  if (!sent) {
    count("form_submit_error", { form, reason: reason ?? "error" });
    return;
  }
  count("form_submit_success", { form });
  if (form !== BOOKING_ACTION) count("quote_request", { form });
  else if (service === "free-survey") count("free_assessment_request");
  else if (service === "emergency") count("emergency_request", { by: "form" });
  else count("service_booking", { service: service ?? "" });
}
