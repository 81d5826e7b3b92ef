import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormAction, useNavigate } from "react-router";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError, postJson } from "~/platform/http-client";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { PostedFieldsContext } from "~/ui/posted-fields";
import { notices } from "~/ui/toast-store";
import { fieldErrorsOf } from "../client";
import { usePosted } from "../posted-form";
import { linkRequestSchema } from "../schema";
import { PostedMessage } from "./posted-message";

const ACTION = "/api/bookings/send-link";

/** For somebody who lost the mailed link. Without this code it is posted to its page, /bookings. */
export function FollowForm() {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const posted = usePosted("follow");
  const ownPage = useFormAction(".");
  const [errors, setErrors] = useState<Record<string, string>>(posted?.errors ?? {});
  const [told, setTold] = useState(posted?.message ?? null);
  const [sending, setSending] = useState(false);

  function refuse(found: Record<string, string>) {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTold(null);
    const checked = z.safeParse(linkRequestSchema, Object.fromEntries(new FormData(event.currentTarget)));
    if (!checked.success) {
      const issues = checked.error.issues.toReversed();
      return refuse(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    }
    setErrors({});
    setSending(true);
    try {
      await postJson(ACTION, checked.data);
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
      action={`${ownPage}?follow`}
      data-form={ACTION}
      noValidate
      aria-labelledby="follow-title"
      onSubmit={submit}
      className="flex flex-col gap-4"
    >
      <PostedFieldsContext value={posted}>
        <PostedMessage posted={posted}>{told}</PostedMessage>
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
      </PostedFieldsContext>
      <Button type="submit" tone="quiet" disabled={sending}>
        {sending ? m.booking_follow_submitting() : m.booking_follow_submit()}
      </Button>
    </form>
  );
}
