import { InvoiceScreen } from "./invoice-screen";

export default InvoiceScreen;
