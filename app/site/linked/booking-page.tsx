import type { BookingOfLink } from "~/features/operations/bookings/queries.server";
import { sharedLinkPage } from "~/platform/pages/shared-page";
import { BookingScreen } from "./booking-screen";
import { loadByLinkKey } from "./linked-page";

export { action, loader } from "./booking-data.server";
export { privatePageHeaders as headers } from "./linked-page";
export const handle = sharedLinkPage;
export const clientLoader = loadByLinkKey<BookingOfLink>({ booking: null, linkExpired: false });

export default BookingScreen;
