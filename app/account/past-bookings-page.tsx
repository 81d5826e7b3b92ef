import { PastBookingsScreen } from "./past-bookings-screen";

export default PastBookingsScreen;
