import { useLocation, useParams } from "react-router";
import { TechnicianSignIn } from "~/features/accounts/admin/technician-sign-in";
import { ReassignmentButton } from "~/features/dispatch/admin/reassignment-dialog";
import { ReassignmentForm } from "~/features/dispatch/admin/reassignment-form";
import { VisitsWithin } from "~/features/dispatch/admin/visits-within";
import { TechnicianReviews } from "~/features/reviews/admin/technician-reviews";
import { TechnicianDrawer } from "~/features/scheduling/admin/technician-drawer";

/** /admin/technicians/:technicianId; keeps the filters of the list in the address. */
export default function TechnicianPage() {
  const { technicianId } = useParams();
  const { search } = useLocation();
  return (
    <TechnicianDrawer
      id={technicianId!}
      closePath={`/admin/technicians${search}`}
      VisitsWithin={VisitsWithin}
      ReassignmentForm={ReassignmentForm}
      ReassignmentButton={ReassignmentButton}
      SignIn={TechnicianSignIn}
      Reviews={TechnicianReviews}
    />
  );
}
