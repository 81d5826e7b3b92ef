import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { setWebsiteConsent } from "../scheduling/commands/website-consent.server";
import { answerPicture, pictureAnswer, pictureQuery } from "../scheduling/technicians/picture.server";
import { reportVisit } from "./commands.server";
import { decideOnLateReport, sendLateReport } from "./late-reports.server";
import {
  findOwnPicture,
  findSignedInTechnician,
  findVisitPhoto,
  listBookingReports,
  listLateReports,
  listOwnVisits,
} from "./queries.server";
import { lateReportSchema, visitMoveSchema } from "./schema";
import { bookingReports, lateReports, movedAnswer, ownVisits } from "./views";

/** The technician's visits, for the app. */
export const ownVisitsApi = endpoints("own visit", [
  get("/technician/visits", {
    may: "visits.report",
    summary: "Visits of the technician today and tomorrow, and those under way",
    description: "In chronological order.",
    answer: ownVisits,
    private: true,
    async run(ctx, _, call) {
      const visits = await listOwnVisits(ctx, call.get("config"));
      const technician = await findSignedInTechnician(ctx);
      return {
        visits,
        pictureId: technician?.pictureId ?? null,
        websiteConsentAt: technician?.websiteConsentAt?.toISOString() ?? null,
        at: ctx.now.toISOString(),
      };
    },
  }),

  post("/technician/website-profile", {
    operationId: "setWebsiteConsent",
    may: "visits.report",
    summary: "Agree to appear on the website, or withdraw",
    description:
      "`agreed`: false withdraws. The website shows name, photo, trades, certificate, jobs and rating.",
    body: z.object({ agreed: z.boolean() }),
    answer: okResponse,
    run: setWebsiteConsent,
    refuses: ["not-found"],
    reply: respondOk,
  }),

  get("/technician/picture/{pictureId}", {
    may: "visits.report",
    summary: "Photo of the signed-in technician",
    query: pictureQuery,
    answer: pictureAnswer,
    run: async (ctx, wanted, call) => answerPicture(call, await findOwnPicture(ctx, wanted)),
  }),

  post("/technician/visits/{visitId}/transitions", {
    operationId: "reportVisitProgress",
    may: "visits.report",
    summary: "Report progress of a visit: on the way, delayed, arrived, no access, on hold, done",
    description:
      "Reports repeated after a lost connection are applied once. `tappedAt`: time of the tap. `version`: as last seen. `delay` with `minutes`: how much later the technician arrives. `hold` with `continueOn`: day on which the work is expected to continue, at most a year ahead; a day that has passed is ignored.",
    body: visitMoveSchema,
    answer: movedAnswer,
    idempotent: true,
    run: (ctx, { visitId, ...asked }) => reportVisit(ctx, visitId, asked),
    refuses: [
      "not-found",
      "stale",
      "wrong-state",
      "reason-required",
      "too-late",
      "not-today",
      "unknown-photo",
    ],
    reply: (_ctx, _input, { version }) => ({ success: true as const, version }),
  }),

  post("/visits/{visitId}/late-reports", {
    operationId: "sendLateReport",
    may: "website.open-link",
    summary: "Send a refused tap with its report to the office",
    description:
      "`key`: from the list of own visits, so that it can be sent after a reassignment, and by technicians who left. Stored once per `id`.",
    body: lateReportSchema,
    answer: okResponse,
    run: (ctx, input, call) => sendLateReport(ctx, call.get("config"), input),
    refuses: ["not-found", "sign-in-required", "unknown-photo"],
    reply: respondOk,
  }),

  get("/technician/visits/{visitId}/photos/{photoId}", {
    may: "visits.report",
    summary: "Photo or voice message of one of the technician's visits, by the customer or the technician",
    params: { photoId: z.string() },
    answer: bytes("image/jpeg", "Immutable JPEG, or WebM, Ogg or MP4"),
    run: async (ctx, { visitId, photoId }, call) =>
      respondWithFile(call, await findVisitPhoto(ctx, visitId, photoId)),
  }),
]);

/** Reports for the office. */
export const visitReportsApi = endpoints("booking", [
  get("/admin/bookings/{bookingId}/reports", {
    may: "bookings.read",
    summary: "Visit reports of a booking: notes, photos, voice messages and signatures",
    description: "In chronological order. The photos and voice messages are at /files/{id}.",
    answer: bookingReports,
    run: async (ctx, { bookingId }) => ({ reports: await listBookingReports(ctx, bookingId) }),
  }),

  get("/admin/bookings/{bookingId}/late-reports", {
    may: "bookings.read",
    summary: "Late reports of a booking: taps of technicians that were refused",
    description: "Newest first. The photos and voice messages are at /files/{id}.",
    answer: lateReports,
    run: async (ctx, { bookingId }) => ({ lateReports: await listLateReports(ctx, bookingId) }),
  }),

  post("/admin/late-reports/{id}/decide", {
    operationId: "reviewLateReport",
    may: "bookings.manage",
    summary: "Accept or dismiss a late report",
    description:
      "An accepted note, its photos and signature join the reports of the visit. The state of the booking stays.",
    params: { id: z.guid() },
    body: z.object({ accept: z.boolean() }),
    answer: lateReports,
    run: decideOnLateReport,
    refuses: ["not-found", "wrong-state"],
    reply: async (ctx, _input, { bookingId }) => ({ lateReports: await listLateReports(ctx, bookingId) }),
  }),
]);
