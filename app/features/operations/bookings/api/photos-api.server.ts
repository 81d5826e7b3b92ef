import * as z from "zod/mini";
import { respondWithFile } from "~/platform/files/files-api.server";
import { bytes, endpoints, get } from "~/platform/http/endpoint.server";
import { findPhoto } from "../photos.server";
import { referenceSchema } from "../schema";
import { asCustomer } from "./as-customer.server";

const answer = bytes("image/jpeg", "Immutable JPEG");

export const photosApi = endpoints("booking", [
  get("/bookings/{reference}/photos/{photoId}", {
    may: "website.open-link",
    summary: "A photo of a booking, with the key of the emailed link or signed in as its customer",
    params: { reference: referenceSchema },
    query: z.object({ key: z._default(z.string(), "") }),
    answer,
    run: (ctx, { photoId, ...path }, call) =>
      asCustomer(ctx, call, path, async (ctx, { id }) =>
        respondWithFile(call, await findPhoto(ctx, id, photoId)),
      ),
  }),

  get("/admin/bookings/{id}/photos/{photoId}", {
    may: "bookings.read",
    summary: "A photo of a booking, for the office",
    answer,
    run: async (ctx, { id, photoId }, call) => respondWithFile(call, await findPhoto(ctx, id, photoId)),
  }),
]);
