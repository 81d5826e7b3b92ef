import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { requiredTextField } from "~/platform/text/required-text";
import { trimmedText } from "~/platform/text/sanitize-text";
import { addDays, isDay } from "~/platform/time";
import { LATEST_CONTRACT_START_DAYS } from "../../core/business/money-limits";
import { paymentPlans, plannedKinds, propertyTypes } from "../../core/packages/contract";
import { DEFAULT_INSTALMENTS, instalmentCounts } from "../../core/packages/instalments";
import { signature } from "../quotes/schema";

const day = z.string().check(z.refine(isDay, { error: () => m.contract_error_day() }));

/** Agreed terms. `today`: Dubai day. */
export const agreementSchema = (today: string) =>
  z.object({
    packageId: z
      .string()
      .check(z.minLength(1, { error: () => m.contract_error_package_required() }), z.maxLength(80)),
    propertyType: z.enum(propertyTypes, { error: () => m.contract_error_property_required() }),
    startsOn: day.check(
      z.refine((day) => day >= today && day <= addDays(today, LATEST_CONTRACT_START_DAYS), {
        error: () => m.contract_error_starts(),
      }),
    ),
    paymentPlan: z.enum(paymentPlans),
    /** Number of post-dated cheques; ignored when the price is paid in full. */
    instalments: z._default(z.literal(instalmentCounts), DEFAULT_INSTALMENTS),
  });
export type Agreement = z.input<ReturnType<typeof agreementSchema>>;

export const extraVisitSchema = z.object({ kind: z.enum(plannedKinds), day });
export type ExtraVisit = z.output<typeof extraVisitSchema>;

/** Terms that the customer saw, and the typed name, which signs them. */
export const acceptanceSchema = z.object({ agreementVersion: z.int32(), name: signature });
export type Acceptance = z.output<typeof acceptanceSchema>;

export const paperAcceptanceSchema = z.extend(acceptanceSchema, { reason: requiredTextField(300) });
export type PaperAcceptance = z.output<typeof paperAcceptanceSchema>;

export const cancelReason = z
  .string()
  .check(
    trimmedText(300),
    z.minLength(3, { error: () => m.contract_error_reason() }),
    z.maxLength(300, { error: () => m.booking_error_too_long({ max: 300 }) }),
  );
