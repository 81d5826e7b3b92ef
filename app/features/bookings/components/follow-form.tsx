import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError, postJson } from "~/platform/http-client";
import { localPath } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { notices } from "~/ui/toast-store";
import { fieldErrorsOf } from "../client";
import { linkRequestSchema } from "../schema";

/** For somebody who lost the mailed link. Works as a plain form before its code is there. */
export function FollowForm() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [sending, setSending] = useState(false);

  function refuse(found: Record<string, string>) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = z.safeParse(linkRequestSchema, Object.fromEntries(new FormData(event.currentTarget)));
    if (!checked.success) {
      const issues = checked.error.issues.toReversed();
      return refuse(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    }
    setErrors({});
    setSending(true);
    try {
      await postJson("/api/bookings/send-link", checked.data);
      navigate("/bookings/link-sent");
    } catch (error) {
      fail(error);
    } finally {
      setSending(false);
    }
  }

  function fail(error: unknown) {
    const found = error instanceof HttpError ? fieldErrorsOf(error) : {};
    if (Object.keys(found).length > 0) return refuse(found);
    const tooMany = error instanceof HttpError && error.status === 429;
    notices.show({
      title: tooMany ? m.booking_too_many_title() : m.booking_failed_title(),
      description: tooMany ? error.message : m.booking_follow_failed(),
      tone: "error",
    });
  }

  return (
    <form
      ref={form}
      method="post"
      action={localPath("/api/bookings/send-link")}
      noValidate
      aria-labelledby="follow-title"
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <TextField
        name="reference"
        label={m.booking_follow_reference()}
        placeholder={m.booking_follow_reference_example()}
        autoComplete="off"
        autoCapitalize="characters"
        required
        error={errors.reference}
      />
      <TextField
        name="contact"
        label={m.booking_follow_contact()}
        autoComplete="email"
        required
        error={errors.contact}
      />
      <Button type="submit" tone="quiet" disabled={sending}>
        {sending ? m.booking_follow_submitting() : m.booking_follow_submit()}
      </Button>
    </form>
  );
}
