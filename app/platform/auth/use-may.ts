import { may, type Permission } from "./permissions";
import { useSession } from "./session";

/** Only for showing controls; the server checks every call. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.state === "signed-in" && may(session.user, permission);
}
