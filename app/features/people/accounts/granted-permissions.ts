import * as z from "zod/mini";
import { officeRoles } from "~/platform/auth/actor";
import { type GrantablePermission, grantablePermissions } from "~/platform/auth/permissions";

export const grantablePermission = z.enum(
  Object.values(grantablePermissions).flat() as [GrantablePermission, ...GrantablePermission[]],
);

/** `role`: role that the admin saw. */
export const grantedPermissionsSchema = z.object({
  role: z.enum(officeRoles),
  granted: z.array(grantablePermission),
});
