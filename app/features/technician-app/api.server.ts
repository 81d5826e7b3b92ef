import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { answerPicture, pictureAnswer, pictureQuery } from "../scheduling/technicians/picture.server";
import { reportVisit } from "./commands.server";
import {
  findOwnPicture,
  findSignedInTechnician,
  findVisitPhoto,
  listBookingReports,
  listOwnVisits,
} from "./queries.server";
import { visitMoveSchema } from "./schema";
import { bookingReports, movedAnswer, ownVisits } from "./views";

/** The technician's visits, for the app. */
export const ownVisitsApi = endpoints("own visit", [
  get("/technician/visits", {
    may: "visits.report",
    summary: "The technician's visits of today and tomorrow, and those under way",
    description: "In the order of time.",
    answer: ownVisits,
    private: true,
    run: async (ctx) => ({
      visits: await listOwnVisits(ctx),
      pictureId: (await findSignedInTechnician(ctx))?.pictureId ?? null,
      at: ctx.now.toISOString(),
    }),
  }),

  get("/technician/picture/{pictureId}", {
    may: "visits.report",
    summary: "The technician's own picture",
    query: pictureQuery,
    answer: pictureAnswer,
    run: async (ctx, wanted, call) => answerPicture(call, await findOwnPicture(ctx, wanted)),
  }),

  post("/technician/visits/{visitId}/moves", {
    may: "visits.report",
    summary: "On the way, later, arrived, no access, on hold, done: with note, photos and signature",
    description:
      "What a phone without a connection sends again is done once. `tappedAt` is when it happened, `version` as last seen. A `delay` names the `minutes` by which the customer is to expect him later.",
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

  get("/technician/visits/{visitId}/photos/{photoId}", {
    may: "visits.report",
    summary: "A picture of one of the technician's visits: the customer's, or his own",
    params: { photoId: z.string() },
    answer: bytes("image/jpeg", "The picture, which never changes"),
    run: async (ctx, { visitId, photoId }, call) =>
      respondWithFile(call, await findVisitPhoto(ctx, visitId, photoId)),
  }),
]);

/** Reports for the office. */
export const visitReportsApi = endpoints("booking", [
  get("/admin/bookings/{bookingId}/reports", {
    may: "bookings.read",
    summary: "What technicians noted, photographed and had signed at the visits of a booking",
    description: "In the order of time. The pictures are read at /files/{id}.",
    answer: bookingReports,
    run: async (ctx, { bookingId }) => ({ reports: await listBookingReports(ctx, bookingId) }),
  }),
]);
