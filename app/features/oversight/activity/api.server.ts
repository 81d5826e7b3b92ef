import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { findTrailEntry, listTrail, listTrailPeople } from "./queries.server";
import { trailDetail, trailPage, trailPeople } from "./views";

const eventType = z.string().check(z.regex(/^[a-z.-]{1,100}$/));

/** The audit trail, for admins. */
export const activityApi = endpoints("trail", [
  get("/admin/activity", {
    operationId: "listActivity",
    may: "activity.read",
    summary: "Audit trail, newest first",
    description:
      "`search`: reference or id, or part of a person's name, email or phone. `by`: account id, or `system`. `from`, `until`: Dubai days, both included.",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      by: z.optional(z.union([z.uuid(), z.literal("system")])),
      kind: z.optional(eventType),
      type: z.optional(eventType),
      from: z.optional(z.iso.date()),
      until: z.optional(z.iso.date()),
      ...pageParams,
    }),
    answer: trailPage,
    run: listTrail,
  }),
  get("/admin/activity/people", {
    operationId: "listActivityPeople",
    may: "activity.read",
    summary: "Staff and technicians with an account, for filtering the audit trail",
    answer: trailPeople,
    run: (ctx) => listTrailPeople(ctx),
  }),
  get("/admin/activity/{id}", {
    operationId: "getActivityEntry",
    may: "activity.read",
    summary: "Audit trail entry with its changes",
    params: { id: z.string().check(z.regex(/^\d{1,15}$/)) },
    answer: trailDetail,
    run: (ctx, { id }) => findTrailEntry(ctx, id),
  }),
]);
