import * as z from "zod/mini";
import { endpoints, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { singleLine } from "~/platform/text/sanitize-text";
import { countEvents } from "./commands.server";
import { eventLimits, eventNames, looksPersonal } from "./events";

/** Per client address; a page sends one batch every few seconds. */
const BATCHES_A_MINUTE = 120;

const details = z
  .record(
    z.string().check(z.regex(/^[a-z_]{1,30}$/)),
    z.union([
      z.boolean(),
      z.number(),
      z.string().check(
        singleLine(),
        z.maxLength(eventLimits.text),
        z.refine((text) => !looksPersonal(text)),
      ),
    ]),
  )
  .check(z.refine((given) => Object.keys(given).length <= eventLimits.details));

const batch = z.object({
  load: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  events: z
    .array(
      z.object({
        name: z.enum(eventNames),
        path: z.string().check(singleLine(), z.startsWith("/"), z.maxLength(2_000)),
        details: z._default(details, {}),
      }),
    )
    .check(z.minLength(1), z.maxLength(eventLimits.batch)),
});

export const webTrackingApi = endpoints("analytics", [
  post("/events", {
    operationId: "countPageEvents",
    may: "website.use",
    summary: "Count page events",
    description: "`load` is random for each page load; no other field may identify a person.",
    perMinute: BATCHES_A_MINUTE,
    body: batch,
    answer: okResponse,
    status: 202,
    run: (ctx, { load, events }) => countEvents(ctx, load, events),
    reply: respondOk,
  }),
]);
