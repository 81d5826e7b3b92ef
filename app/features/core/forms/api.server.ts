import type { Ctx } from "~/platform/context";
import { endpoints, get } from "~/platform/http/endpoint.server";
import { makeSecurityCheck } from "./security-check.server";
import { mapsAccess, type OwnDetails, ownDetails, securityQuestion } from "./views";

/** `getOwnDetails` is injected, because accounts depend on forms. */
export const formsApi = (getOwnDetails: (ctx: Ctx) => Promise<OwnDetails>) =>
  endpoints("booking", [
    get("/security-check", {
      may: "website.use",
      summary: "Security question of a form; works once, for ten minutes",
      answer: securityQuestion,
      private: true,
      run: (ctx) => makeSecurityCheck(ctx),
    }),

    get("/get-google-maps-key", {
      operationId: "getGoogleMapsKey",
      may: "website.use",
      summary: "API key of the address search; null: no address search",
      answer: mapsAccess,
      run(_ctx, _input, call) {
        const { googleMapsApiKey, googleMapsScriptBase } = call.get("config");
        return { apiKey: googleMapsApiKey ?? null, scriptBase: googleMapsScriptBase };
      },
    }),

    get("/account/booking-details", {
      operationId: "getOwnBookingDetails",
      may: "account.use",
      summary: "Values to prefill the booking form",
      answer: ownDetails,
      private: true,
      run: (ctx) => getOwnDetails(ctx),
    }),
  ]);
