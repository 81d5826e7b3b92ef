import { useQuery } from "@tanstack/react-query";
import Circle from "lucide-react/icons/circle";
import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { setupStepsQuery } from "../admin-client";
import { type SetupStep, setupSteps } from "../onboarding";
import { Group } from "./tile";

const labels: Record<SetupStep, { title: () => string; why: () => string }> = {
  identity: { title: m.today_setup_identity, why: m.today_setup_identity_reason },
  hours: { title: m.today_setup_hours, why: m.today_setup_hours_reason },
  services: { title: m.today_setup_services, why: m.today_setup_services_reason },
  price: { title: m.today_setup_price, why: m.today_setup_price_reason },
  technicians: { title: m.today_setup_technicians, why: m.today_setup_technicians_reason },
};

/**
 * Setup checklist by permission; hidden once complete or dismissed. Missing company details stay, because no invoice
 * can be issued without them.
 */
export function SetupChecklist() {
  const [isDismissed, setDismissed] = useState(readDismissed);
  const { data } = useQuery(setupStepsQuery);
  const steps = (data?.steps ?? []).filter(({ step }) => !isDismissed || step === "identity");
  if (steps.every(({ done }) => done)) return null;
  return (
    <Group
      title={m.today_setup_title()}
      action={
        !isDismissed && (
          <button
            type="button"
            onClick={() => {
              dismiss();
              setDismissed(true);
            }}
            className="-my-1 inline-flex min-h-6 items-center text-link hover:underline"
          >
            {m.today_setup_hide()}
          </button>
        )
      }
    >
      <ul className="divide-y divide-line rounded border border-line bg-surface">
        {steps.map(({ step, done }) => (
          <li key={step}>
            <Link
              to={setupSteps.find((candidate) => candidate.step === step)!.path}
              className="flex items-start gap-3 px-4 py-3 text-sm hover:bg-sunken"
            >
              {done ? (
                <CircleCheck
                  aria-label={m.today_setup_done()}
                  className="mt-0.5 size-4 shrink-0 text-calm-text"
                />
              ) : (
                <Circle aria-label={m.today_setup_todo()} className="mt-0.5 size-4 shrink-0 text-muted" />
              )}
              <span className="flex min-w-0 flex-col">
                <span className={classNames(done ? "text-muted" : "font-medium")}>
                  {labels[step].title()}
                </span>
                {!done && <span className="text-xs text-muted">{labels[step].why()}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Group>
  );
}

const DISMISSED_STORE = "first-steps";

function readDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_STORE) === "away";
  } catch {
    return false;
  }
}

function dismiss(): void {
  try {
    localStorage.setItem(DISMISSED_STORE, "away");
  } catch {
    // Without storage it reappears with the page.
  }
}
