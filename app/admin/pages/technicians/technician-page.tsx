import { useLocation, useParams } from "react-router";
import { TechnicianSignIn } from "~/features/accounts/admin/technician-sign-in";
import { HandOver } from "~/features/dispatch/admin/hand-over";
import { HandOverButton } from "~/features/dispatch/admin/hand-over-dialog";
import { VisitsWithin } from "~/features/dispatch/admin/visits-within";
import { TechnicianReviews } from "~/features/reviews/admin/technician-reviews";
import { TechnicianDrawer } from "~/features/scheduling/admin/technician-drawer";

/** /admin/technicians/:technicianId. The filters of the list stay in the address. */
export default function TechnicianPage() {
  const { technicianId } = useParams();
  const { search } = useLocation();
  return (
    <TechnicianDrawer
      id={technicianId!}
      closePath={`/admin/technicians${search}`}
      VisitsWithin={VisitsWithin}
      HandOver={HandOver}
      HandOverButton={HandOverButton}
      SignIn={TechnicianSignIn}
      Reviews={TechnicianReviews}
    />
  );
}
