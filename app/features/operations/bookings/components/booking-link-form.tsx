import { useState } from "react";
import { useFormAction, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { apiClient } from "~/platform/browser/api-client";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { PostedFieldsContext } from "~/ui/form/posted-fields";
import { restoreDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { notices } from "~/ui/overlay/toast-store";
import { PostedMessage } from "../../../core/forms/components/posted-message";
import { usePosted } from "../../../core/forms/posted-form";
import type { requestApi } from "../api/request-api.server";
import { linkRequestSchema } from "../schema";

const bookings = apiClient<typeof requestApi>();

const restoreTyped = restoreDraft("booking-link");

/** Requests the booking link again. Without JavaScript the form is posted to /bookings. */
export function BookingLinkForm() {
  const navigate = useNavigate();
  const posted = usePosted("follow");
  const bookingsPage = useFormAction("/bookings");
  const [message, setMessage] = useState(posted?.message ?? null);
  const { errors, pending, formProps } = useForm({
    schema: linkRequestSchema,
    initialErrors: posted?.errors,
    send: (input) => bookings.send("/bookings/send-link", input),
    onDone: () => navigate("/bookings/link-sent"),
    onFailure(words, { status }) {
      const tooMany = status === 429;
      notices.show({
        title: tooMany ? m.booking_too_many_title() : m.booking_failed_title(),
        description: tooMany ? words : m.booking_follow_failed(),
        tone: "error",
      });
    },
  });

  return (
    <form
      ref={restoreTyped}
      {...formProps}
      action={`${bookingsPage}?follow`}
      data-form="/api/bookings/send-link"
      aria-labelledby="follow-title"
      onSubmit={(event) => {
        setMessage(null);
        formProps.onSubmit(event);
      }}
      className="flex flex-col gap-4"
    >
      <PostedFieldsContext value={posted}>
        <PostedMessage posted={posted}>{message}</PostedMessage>
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
      <Button type="submit" tone="quiet" disabled={pending}>
        {pending ? m.booking_follow_submitting() : m.booking_follow_submit()}
      </Button>
    </form>
  );
}
