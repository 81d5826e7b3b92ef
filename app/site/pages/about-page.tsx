import { sharedPage } from "~/platform/pages/shared-page";
import { AboutScreen } from "./about-screen";

export { loader } from "./about-data.server";
export const handle = sharedPage;

export default AboutScreen;
