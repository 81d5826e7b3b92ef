import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay, formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError, TextField } from "~/ui/form/field";
import { type Form, useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SectionAction } from "~/ui/section";
import {
  useAddWebhook,
  useChangeWebhook,
  useRemoveWebhook,
  useRenewSecret,
  useSwitchWebhook,
  webhooksQuery,
} from "../admin-client";
import type { WebhookView } from "../views";
import {
  subjectOf,
  type WebhookEvent,
  type WebhookSubject,
  webhookEvents,
  webhookSubjects,
} from "../webhook-events";
import { Deliveries } from "./deliveries";
import { SecretReveal } from "./secret-reveal";

const subjectLabels: Record<WebhookSubject, () => string> = {
  booking: m.webhooks_subject_booking,
  visit: m.webhooks_subject_visit,
  "recurring-booking": m.webhooks_subject_recurring_booking,
  review: m.webhooks_subject_review,
  contract: m.webhooks_subject_contract,
  quote: m.webhooks_subject_quote,
  invoice: m.webhooks_subject_invoice,
  payment: m.webhooks_subject_payment,
  refund: m.webhooks_subject_refund,
};

/** Webhooks and their state. */
export function Webhooks() {
  const found = useQuery(webhooksQuery);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <section aria-labelledby="webhooks" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3 sm:flex-nowrap">
        <div className="max-w-xl">
          <h2 id="webhooks" className="text-base font-semibold">
            {m.webhooks_title()}
          </h2>
          <p className="text-sm text-muted">{m.webhooks_hint()}</p>
        </div>
        {!adding && !secret && (
          <Button size="small" className="shrink-0" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {m.webhooks_new()}
          </Button>
        )}
      </div>
      {adding && <NewWebhook onClose={() => setAdding(false)} onSecret={setSecret} />}
      {secret && (
        <SecretReveal
          title={m.webhooks_secret()}
          hint={m.webhooks_secret_hint()}
          value={secret}
          copyLabel={m.webhooks_secret_copy()}
          onClose={() => setSecret(null)}
        />
      )}
      {!found.data ? (
        found.isError ? (
          <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />
        ) : (
          <ListLoading />
        )
      ) : found.data.webhooks.length === 0 ? (
        <p className="text-sm text-muted">{m.webhooks_none()}</p>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {found.data.webhooks.map((one) => (
            <Webhook key={one.id} of={one} onSecret={setSecret} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface WebhookInput {
  url: string;
  events: WebhookEvent[];
}

function NewWebhook({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: string) => void }) {
  const add = useAddWebhook();
  const form = useForm({
    initialValues: { url: "", events: [] } as WebhookInput,
    send: (input) => add.mutateAsync(input),
    onDone: ({ secret }) => onSecret(secret),
    next: onClose,
  });
  return (
    <EditForm label={m.webhooks_new()} submit={m.webhooks_add()} form={form} onClose={onClose}>
      <WebhookFields form={form} />
    </EditForm>
  );
}

function EditWebhook({
  webhook,
  label,
  onClose,
}: {
  webhook: WebhookView;
  label: string;
  onClose: () => void;
}) {
  const change = useChangeWebhook(webhook.id);
  const form = useForm({
    initialValues: { url: webhook.url, events: webhook.events } as WebhookInput,
    send: (input) => change.mutateAsync(input),
    next: onClose,
  });
  return (
    <EditForm label={label} submit={m.webhooks_save()} form={form} onClose={onClose}>
      <WebhookFields form={form} />
    </EditForm>
  );
}

function WebhookFields({ form }: { form: Form<WebhookInput> }) {
  const { events } = form.values;
  const error = useId();
  const set = (selected: readonly WebhookEvent[]) =>
    form.set({ events: webhookEvents.filter((event) => selected.includes(event)) });
  return (
    <>
      <TextField
        label={m.webhooks_url()}
        hint={m.webhooks_url_hint()}
        type="url"
        dir="ltr"
        required
        autoFocus
        {...form.field("url")}
      />
      <fieldset aria-describedby={form.errors.events ? error : undefined}>
        <legend className="mb-1.5 text-sm font-medium">{m.webhooks_events()}</legend>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {webhookSubjects.map((subject) => {
            const its = webhookEvents.filter((event) => subjectOf(event) === subject);
            const all = its.every((event) => events.includes(event));
            const remaining = events.filter((event) => subjectOf(event) !== subject);
            const label = subjectLabels[subject]();
            return (
              <div key={subject}>
                <CheckLine
                  label={m.webhooks_all_of({ subject: label })}
                  checked={all}
                  onChange={() => set(all ? remaining : [...remaining, ...its])}
                >
                  <span className="font-medium">{label}</span>
                </CheckLine>
                {its.map((event) => (
                  <CheckLine
                    key={event}
                    checked={events.includes(event)}
                    onChange={() =>
                      set(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
                    }
                  >
                    {/* Machine-readable name, not translated. */}
                    <code lang="zxx" dir="ltr" className="text-xs">
                      {event}
                    </code>
                  </CheckLine>
                ))}
              </div>
            );
          })}
        </div>
        <FieldError id={error} error={form.errors.events} />
      </fieldset>
    </>
  );
}

function Webhook({ of: webhook, onSecret }: { of: WebhookView; onSecret: (secret: string) => void }) {
  const [open, setOpen] = useState<"edit" | "renew" | "remove" | "log" | null>(null);
  const { id, url, events, owner, createdAt, failingSince, disabled, oldSecretUntil } = webhook;
  const change = useSwitchWebhook(id);
  const host = bidiIsolate(URL.parse(url)?.host ?? url);
  const close = () => setOpen(null);
  const time = (at: string) => formatTime(at, "fullDateTime");
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 text-sm">
        <div className="min-w-60 grow basis-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi className="break-all">{url}</bdi>
            <Badge tone={disabled ? "neutral" : failingSince ? "waiting" : "done"}>
              {disabled
                ? m.webhooks_state_off()
                : failingSince
                  ? m.webhooks_state_failing()
                  : m.webhooks_state_on()}
            </Badge>
          </p>
          <p className="text-xs text-muted">
            <span>{m.webhooks_event_count({ count: events.length })}</span> ·{" "}
            <span>
              {m.keys_owner({
                name: bidiIsolate(owner),
                day: formatDay(dubaiDate(new Date(createdAt)), "date"),
              })}
            </span>
          </p>
          {disabled ? (
            <p className="text-xs text-muted">
              {disabled.reason === "failing"
                ? m.webhooks_off_failing({ time: time(disabled.since) })
                : m.webhooks_off_manual({ time: time(disabled.since) })}
            </p>
          ) : (
            failingSince && (
              <p className="text-xs text-muted">{m.webhooks_failing({ time: time(failingSince) })}</p>
            )
          )}
          {oldSecretUntil && (
            <p className="text-xs text-muted">{m.webhooks_old_secret({ time: time(oldSecretUntil) })}</p>
          )}
        </div>
        <div className="flex flex-wrap gap-1">
          <SectionAction
            label={m.webhooks_log_of({ host })}
            onClick={() => setOpen(open === "log" ? null : "log")}
          >
            {m.webhooks_log()}
          </SectionAction>
          <SectionAction label={m.webhooks_edit_of({ host })} onClick={() => setOpen("edit")}>
            {m.webhooks_edit()}
          </SectionAction>
          <SectionAction label={m.webhooks_renew_of({ host })} onClick={() => setOpen("renew")}>
            {m.webhooks_renew()}
          </SectionAction>
          <SectionAction
            label={disabled ? m.webhooks_switch_on_of({ host }) : m.webhooks_switch_off_of({ host })}
            onClick={() => change.mutate({ on: disabled !== null })}
          >
            {disabled ? m.webhooks_switch_on() : m.webhooks_switch_off()}
          </SectionAction>
          <SectionAction label={m.webhooks_remove_of({ host })} onClick={() => setOpen("remove")}>
            {m.webhooks_remove()}
          </SectionAction>
        </div>
      </div>
      <ChangeRefused error={change.error} />
      {open === "edit" && (
        <EditWebhook webhook={webhook} label={m.webhooks_edit_of({ host })} onClose={close} />
      )}
      {open === "renew" && (
        <RenewForm id={id} label={m.webhooks_renew_of({ host })} onSecret={onSecret} onClose={close} />
      )}
      {open === "remove" && (
        <RemoveForm
          id={id}
          label={m.webhooks_remove_of({ host })}
          hint={m.webhooks_remove_hint({ host })}
          onClose={close}
        />
      )}
      {open === "log" && <Deliveries webhookId={id} />}
    </li>
  );
}

interface ConfirmProps {
  id: string;
  label: string;
  onClose: () => void;
}

function RenewForm({ id, label, onSecret, onClose }: ConfirmProps & { onSecret: (secret: string) => void }) {
  const renew = useRenewSecret(id);
  const form = useForm({
    initialValues: {},
    send: () => renew.mutateAsync({}),
    onDone: ({ secret }) => onSecret(secret),
    next: onClose,
  });
  return (
    <EditForm label={label} submit={m.webhooks_renew()} form={form} onClose={onClose}>
      <p className="text-sm">{m.webhooks_renew_hint()}</p>
    </EditForm>
  );
}

function RemoveForm({ id, label, hint, onClose }: ConfirmProps & { hint: string }) {
  const remove = useRemoveWebhook(id);
  const form = useForm({ initialValues: {}, send: () => remove.mutateAsync({}), next: onClose });
  return (
    <EditForm label={label} submit={m.webhooks_remove()} form={form} onClose={onClose}>
      <p className="text-sm">{hint}</p>
    </EditForm>
  );
}
