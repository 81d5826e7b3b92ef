import { may, type Permission } from "./permissions";
import { useSession } from "./session";

/** Permission of the signed-in user, for showing controls. The server checks every call again. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.state === "signed-in" && may(session.user, permission);
}
