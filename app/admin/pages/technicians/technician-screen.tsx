import { useLocation, useParams } from "react-router";
import { TechnicianReassignment } from "~/features/operations/dispatch/admin/reassignment-dialog";
import { ReassignmentForm } from "~/features/operations/dispatch/admin/reassignment-form";
import { VisitsWithin } from "~/features/operations/dispatch/admin/visits-within";
import { TechnicianReviews } from "~/features/operations/reviews/admin/technician-reviews";
import { TechnicianDrawer } from "~/features/operations/scheduling/admin/technician-drawer";
import { TechnicianPageSlots } from "~/features/operations/scheduling/admin/technician-page-slots";
import { TechnicianSignIn } from "~/features/people/accounts/admin/technician-sign-in";

const slots = {
  Reassignment: TechnicianReassignment,
  ReassignmentForm,
  Reviews: TechnicianReviews,
  SignIn: TechnicianSignIn,
  VisitsWithin,
};

/** /admin/technicians/:technicianId; keeps the filters of the list in the address. */
export function TechnicianScreen() {
  const { technicianId } = useParams();
  const { search } = useLocation();
  return (
    <TechnicianPageSlots value={slots}>
      <TechnicianDrawer id={technicianId!} closePath={`/admin/technicians${search}`} />
    </TechnicianPageSlots>
  );
}
