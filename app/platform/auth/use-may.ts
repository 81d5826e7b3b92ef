import { may, type Permission } from "./permissions";
import { useSession } from "./session";

/** True if the user has the permission. Only for showing controls, because the server checks every call. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.state === "signed-in" && may(session.user, permission);
}
