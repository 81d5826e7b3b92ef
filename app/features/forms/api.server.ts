import * as z from "zod/mini";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { makeSecurityCheck } from "./security-check.server";

/** What every form that anybody may send needs. */
export const formsApi = endpoints("booking", [
  get("/security-check", {
    may: "website.use",
    summary: "A sum to solve before a booking is sent; works once, for ten minutes",
    answer: z.object({ id: z.uuid(), a: z.int(), b: z.int() }),
    private: true,
    run: (ctx) => makeSecurityCheck(ctx),
  }),

  get("/get-google-maps-key", {
    may: "website.use",
    summary: "The key of the address search; null: addresses are typed",
    answer: z.object({ apiKey: z.nullable(z.string()), scriptBase: z.string() }),
    run(_ctx, _input, call) {
      const { googleMapsApiKey, googleMapsScriptBase } = call.get("config");
      return { apiKey: googleMapsApiKey ?? null, scriptBase: googleMapsScriptBase };
    },
  }),
]);
