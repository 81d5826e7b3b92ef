import { DocumentsScreen } from "./documents-screen";

export default DocumentsScreen;
