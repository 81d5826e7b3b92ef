import type { Ctx } from "~/platform/context";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { makeSecurityCheck } from "./security-check.server";
import { mapsAccess, type OwnDetails, ownDetails, securityQuestion } from "./views";

/** Calls of all public forms. `getOwnDetails` is injected, because accounts build on forms. */
export const formsApi = (getOwnDetails: (ctx: Ctx) => Promise<OwnDetails>) =>
  endpoints("booking", [
    get("/security-check", {
      may: "website.use",
      summary: "A sum to solve before a booking is sent; works once, for ten minutes",
      answer: securityQuestion,
      private: true,
      run: (ctx) => makeSecurityCheck(ctx),
    }),

    get("/get-google-maps-key", {
      may: "website.use",
      summary: "The key of the address search; null: addresses are typed",
      answer: mapsAccess,
      run(_ctx, _input, call) {
        const { googleMapsApiKey, googleMapsScriptBase } = call.get("config");
        return { apiKey: googleMapsApiKey ?? null, scriptBase: googleMapsScriptBase };
      },
    }),

    get("/account/booking-details", {
      may: "account.use",
      summary: "What the booking form can be filled with",
      answer: ownDetails,
      private: true,
      run: (ctx) => getOwnDetails(ctx),
    }),
  ]);
