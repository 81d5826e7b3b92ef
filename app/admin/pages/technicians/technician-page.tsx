import { TechnicianScreen } from "./technician-screen";

export default TechnicianScreen;
