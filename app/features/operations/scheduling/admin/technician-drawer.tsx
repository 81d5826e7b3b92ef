import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatList } from "~/platform/locale/locale";
import { Badge } from "~/ui/badge";
import { Drawer, RecordDrawer, RecordHead, RecordSections } from "~/ui/overlay/drawer";
import { RecordActions } from "~/ui/overlay/record-actions";
import { Truncate } from "~/ui/truncate";
import { shortTradeName } from "../../../core/catalogue/short-trade";
import { technicianQuery, useAddTechnician } from "../admin-client";
import type { TechnicianDetail } from "../views";
import { CalendarLink } from "./calendar-link";
import { Certificates } from "./certificates";
import { ContactDetails, ContactForm, TechnicianContactForm } from "./contact-details";
import { Employment } from "./employment";
import { OnCall } from "./on-call";
import { PictureField } from "./picture-field";
import { Shifts } from "./shifts";
import { Skills } from "./skills";
import { useTechnicianPageSlots } from "./technician-page-slots";
import { TimeOff } from "./time-off";
import { WebsiteConsent } from "./website-consent";
import { WeekLoad } from "./week-load";
import { Zones } from "./zones";

interface TechnicianDrawerProps {
  id: string;
  closePath: string;
}

export function TechnicianDrawer({ id, closePath }: TechnicianDrawerProps) {
  const asked = useQuery(technicianQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={asked}
      nameOf={(technician) => technician.name}
      headOf={(technician) => (
        <RecordHead
          title={<Truncate>{technician.name}</Truncate>}
          detail={formatList(technician.skills.map(({ name }) => shortTradeName(name)))}
        >
          {!technician.active && <Badge>{m.scheduling_people_former()}</Badge>}
        </RecordHead>
      )}
      footerOf={(technician) => <TechnicianActions key={technician.id} technician={technician} />}
      missing={m.scheduling_people_not_found()}
      failed={m.scheduling_person_failed()}
    >
      {(technician) => <TechnicianSections key={technician.id} technician={technician} />}
    </RecordDrawer>
  );
}

function TechnicianSections({ technician }: { technician: TechnicianDetail }) {
  const { Reviews, SignIn } = useTechnicianPageSlots();
  return (
    <RecordSections>
      <ContactDetails technician={technician} />
      <WeekLoad week={technician.week} />
      <Skills technician={technician} />
      <Shifts technician={technician} />
      <TimeOff technician={technician} />
      <OnCall technician={technician} />
      <Certificates technician={technician} />
      <Zones technician={technician} />
      <PictureField technician={technician} />
      <WebsiteConsent technician={technician} />
      <Reviews technician={technician} />
      <SignIn technician={technician} />
      <CalendarLink technician={technician} />
      <Employment technician={technician} />
    </RecordSections>
  );
}

function TechnicianActions({ technician }: { technician: TechnicianDetail }) {
  const { Reassignment } = useTechnicianPageSlots();
  return (
    <Reassignment technician={technician}>
      {(reassign) => (
        <RecordActions
          actions={[
            reassign,
            {
              label: m.scheduling_person_edit(),
              form: (onClose) => <TechnicianContactForm technician={technician} onClose={onClose} />,
            },
          ]}
        />
      )}
    </Reassignment>
  );
}

export function NewTechnicianDrawer({ listPath, search }: { listPath: string; search: string }) {
  const add = useAddTechnician();
  const navigate = useNavigate();
  const closePath = listPath + search;
  return (
    <Drawer
      id="new"
      label={m.board_people_add()}
      closePath={closePath}
      head={<h2 className="text-base font-semibold">{m.board_people_add()}</h2>}
    >
      <div className="flex flex-col gap-3 px-4 py-4 lg:px-5">
        <p className="text-sm text-muted">{m.scheduling_person_new_hint()}</p>
        <ContactForm
          person={{ name: "", email: "", phone: "" }}
          submit={m.board_people_add()}
          send={(person) => add.mutateAsync(person)}
          next={({ technician: { id } }) => navigate(`${listPath}/${id}${search}`, { replace: true })}
          onClose={() => navigate(closePath)}
        />
      </div>
    </Drawer>
  );
}
