import { Navigate } from "react-router";
import { adminPages, useAdminPages } from "./admin-pages";

/**
 * /admin leads to the first page that whoever is there may open, and takes no place in the history of its own: Back leaves,
 * where a redirect in a loader would lead straight back in.
 */
export default function AdminIndex() {
  const [first = adminPages[0]!] = useAdminPages();
  return <Navigate to={first.path} replace />;
}
