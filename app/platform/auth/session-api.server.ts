import * as z from "zod/mini";
import { endpoints, get } from "../http/endpoint.server";
import { languageName } from "../locale/language-names";
import { locales } from "../locale/locale";
import { userRoles } from "./actor";

const sessionUser = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(userRoles),
  /** Language of office and technician pages, if there are several. */
  language: z.optional(z.enum(locales)),
  /** Languages of the technician's app for technicians, of the pages for the office, if there are several. */
  languages: z.optional(z.array(z.enum(locales))),
  /** Own names of a technician's languages, because browsers lack those of rarer languages. */
  languageNames: z.optional(z.record(z.string(), z.string())),
  /** Languages of the technician's app for the office, if there are several. */
  technicianLanguages: z.optional(z.array(z.enum(locales))),
  /** Permissions of the account beyond those of its role. */
  granted: z.optional(z.array(z.string())),
  mustSetUpTwoFactor: z.optional(z.literal(true)),
});
export type SessionUser = z.output<typeof sessionUser>;

export const sessionApi = endpoints("account", [
  get("/session", {
    may: "website.use",
    summary: "The signed-in user; `role` decides what pages offer, and each call checks its own permission",
    answer: z.object({ user: z.nullable(sessionUser) }),
    private: true,
    run({ actor }) {
      if (!("userId" in actor)) return { user: null };
      const {
        userId: id,
        name,
        email,
        role,
        language,
        languages,
        technicianLanguages,
        granted,
        withoutSecondFactor,
      } = actor;
      return {
        user: {
          id,
          name,
          email,
          role,
          ...(language && { language }),
          ...(languages && { languages: [...languages] }),
          ...(languages &&
            role === "technician" && {
              languageNames: Object.fromEntries(languages.map((locale) => [locale, languageName(locale)])),
            }),
          ...(technicianLanguages && { technicianLanguages: [...technicianLanguages] }),
          ...(granted?.length && { granted: [...granted] }),
          ...(withoutSecondFactor && { mustSetUpTwoFactor: true as const }),
        },
      };
    },
  }),
]);
