import { Form } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button, ButtonLink } from "~/ui/button";
import { useBusiness } from "../frame/business";
import type { Route } from "./+types/weekly-summary-page";

/** /weekly-summary: unsubscribe page of the weekly summary email. */
export function WeeklySummaryScreen({ actionData }: Route.ComponentProps) {
  const business = useBusiness();
  const lead = !actionData
    ? m.account_summary_stop_lead()
    : actionData.stopped
      ? m.account_summary_stopped()
      : m.account_summary_stop_unknown();
  return (
    <div className="page-column flex flex-col items-start gap-6 py-12 lg:py-20">
      <title>{m.account_summary_page_title({ business: bidiIsolate(business.name) })}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl sm:text-4xl">{m.account_weekly_summary()}</h1>
      <p role="status" className="measure text-muted sm:text-lg">
        {lead}
      </p>
      {actionData ? (
        <ButtonLink to="/user-settings#notifications" tone="quiet">
          {m.account_settings()}
        </ButtonLink>
      ) : (
        <Form method="post">
          <Button type="submit">{m.account_summary_stop()}</Button>
        </Form>
      )}
    </div>
  );
}
