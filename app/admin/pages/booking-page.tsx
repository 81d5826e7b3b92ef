import { BookingScreen } from "./booking-screen";

export default BookingScreen;
