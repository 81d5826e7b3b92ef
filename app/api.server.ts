import { bookingsApi } from "./features/bookings/api.server";
import { newApi } from "./platform/api.server";

/** Every API URL, under /api. */
export const api = newApi();
api.route("/", bookingsApi);
