import { redirect } from "react-router";
import { adminPages } from "./admin-pages";

/** /admin leads to the first page of the rail. */
export function clientLoader() {
  return redirect(adminPages[0]!.path);
}

export default function AdminIndex() {
  return null;
}
