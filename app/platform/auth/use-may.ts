import { may, type Permission } from "./permissions";
import { useSession } from "./session";

/** For showing controls; the server checks every call again. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.state === "signed-in" && may(session.user, permission);
}
