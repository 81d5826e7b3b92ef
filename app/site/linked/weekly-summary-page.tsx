import { WeeklySummaryScreen } from "./weekly-summary-screen";

export { privatePageHeaders as headers } from "./linked-page";
export { action } from "./weekly-summary-data.server";

export default WeeklySummaryScreen;
