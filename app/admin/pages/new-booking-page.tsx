import { NewBookingScreen } from "./new-booking-screen";

export default NewBookingScreen;
