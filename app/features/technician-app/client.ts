import { callsOf } from "~/platform/browser/calls";
import type { ownVisitsApi } from "./api.server";

/** The typed calls of the technician's phone. */
export const ownVisits = callsOf<typeof ownVisitsApi>();
