import { may, type Permission } from "./permissions";
import { useSession } from "./session";

/** Whether whoever is signed in may do something, to show or hide the way to it. The server decides at every call. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.state === "signed-in" && may(session.user, permission);
}
