import { useQuery } from "@tanstack/react-query";
import UserPlus from "lucide-react/icons/user-plus";
import { type ComponentProps, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { type OfficeRole, officeRoles } from "~/platform/auth/actor";
import { type GrantablePermission, grantableTo } from "~/platform/auth/permissions";
import { useSession } from "~/platform/auth/session";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate, DEFAULT_LOCALE } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { ActionMenu } from "~/ui/overlay/action-menu";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { SectionAction } from "~/ui/section";
import type { teamApi } from "../api/team-api.server";
import { grantedPermissionsSchema } from "../granted-permissions";
import { inviteStaffSchema, staffRoleSchema } from "../schema";
import type { StaffMember, Team as TeamView } from "../views";
import { InvitationLanguage } from "./invitation-language";
import { StaffSessions } from "./staff-sessions";

const staff = topicClient<typeof teamApi>("staff");
const teamQuery = staff.query("/admin/team", {});

type Change = Parameters<typeof staff.useChange>[0];

/** Every change returns the whole team. */
function useTeamChange<Path extends Change, BaseInput extends object = Record<never, never>>(
  path: Path,
  baseInput?: BaseInput,
) {
  return staff.useChange(
    path,
    (team, queryClient) => queryClient.setQueryData(teamQuery.queryKey, team as TeamView),
    baseInput,
  );
}

const roleLabels: Record<OfficeRole, { label: () => string; hint: () => string }> = {
  admin: { label: m.team_role_admin, hint: m.team_role_admin_hint },
  dispatcher: { label: m.team_role_dispatcher, hint: m.team_role_dispatcher_hint },
  accountant: { label: m.team_role_accountant, hint: m.team_role_accountant_hint },
};

const stateBadges = {
  invited: { tone: "waiting", label: m.team_state_invited },
  active: { tone: "done", label: m.team_state_active },
  disabled: { tone: "neutral", label: m.team_state_disabled },
} as const;

export function Team() {
  const team = useQuery(teamQuery);
  const [inviting, setInviting] = useState(false);
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pb-2 lg:px-6">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-2 py-2.5">
          <h1 className="text-lg font-semibold">{m.team_title()}</h1>
          {!inviting && (
            <Button size="small" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              {m.team_invite()}
            </Button>
          )}
        </div>
        <p className="flex min-h-9 items-center text-xs text-muted">{m.team_hint()}</p>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        {inviting && (
          <div className="max-w-xl px-4 py-4 lg:px-6">
            <InviteForm onClose={() => setInviting(false)} />
          </div>
        )}
        {team.data ? (
          <ul className="flex flex-col">
            {team.data.members.map((member) => (
              <Member key={member.id} member={member} />
            ))}
          </ul>
        ) : team.isError ? (
          <ListFailed reason={team.error.message} onRetry={() => team.refetch()} />
        ) : (
          <ListLoading />
        )}
      </div>
    </div>
  );
}

function Member({ member }: { member: StaffMember }) {
  const session = useSession();
  const [asking, setAsking] = useState<"role" | "permissions" | "disable" | "sessions" | null>(null);
  const baseInput = { id: member.id };
  const again = useTeamChange("/admin/team/{id}/resend-invitation", baseInput);
  const withdraw = useTeamChange("/admin/team/{id}/withdraw", baseInput);
  const enable = useTeamChange("/admin/team/{id}/enable", baseInput);
  const secondFactor = useTeamChange("/admin/team/{id}/second-factor", baseInput);
  const { name, email, role, state, twoFactor, twoFactorRequired, signedInAt } = member;
  const { tone, label } = stateBadges[state];
  const own = session.state === "signed-in" && session.user.id === member.id;
  const menu = useRef<HTMLButtonElement>(null);
  const actions = [
    { label: m.team_change_role(), run: () => setAsking("role") },
    ...(grantableTo(role).length > 0
      ? [{ label: m.team_permissions(), run: () => setAsking("permissions") }]
      : []),
    {
      label: twoFactorRequired ? m.team_no_longer_require() : m.team_require(),
      run: () => secondFactor.mutate({ required: !twoFactorRequired }),
    },
    ...(state === "active" ? [{ label: m.team_disable(), run: () => setAsking("disable") }] : []),
    ...(state === "invited" ? [{ label: m.team_withdraw(), run: () => withdraw.mutate({}) }] : []),
  ];
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <div className="min-w-48 grow basis-0">
          <p className="font-medium">
            <bdi>{name}</bdi>
          </p>
          <p className="text-xs break-all text-muted">{email}</p>
        </div>
        <p className="flex w-48 gap-2">
          <Badge tone="planned">{roleLabels[role].label()}</Badge>
          <Badge tone={tone}>{label()}</Badge>
        </p>
        <dl className="flex w-72 gap-6 text-xs lg:whitespace-nowrap">
          <div>
            <dt className="text-muted">{m.team_two_factor()}</dt>
            <dd>{labelForSecondFactor(twoFactor, twoFactorRequired)}</dd>
          </div>
          <div>
            <dt className="text-muted">{m.team_signed_in()}</dt>
            <dd className="figures">
              {signedInAt ? formatTime(signedInAt, "fullDateTime") : m.team_signed_in_never()}
            </dd>
          </div>
        </dl>
        <div className="flex min-h-8 items-center gap-1 whitespace-nowrap max-lg:-ms-2 max-lg:w-full lg:w-72 lg:justify-end">
          {own ? (
            <span className="px-2 text-xs text-muted">{m.team_you()}</span>
          ) : (
            <>
              {state === "invited" ? (
                <SectionAction
                  label={m.team_resend_invitation_of({ name: bidiIsolate(name) })}
                  onClick={() => again.mutate({}, { onSuccess: () => notifyOfInvitation(email) })}
                >
                  {m.team_resend_invitation()}
                </SectionAction>
              ) : state === "disabled" ? (
                <SectionAction
                  label={m.team_enable_of({ name: bidiIsolate(name) })}
                  onClick={() => enable.mutate({})}
                >
                  {m.team_enable()}
                </SectionAction>
              ) : (
                <SectionAction
                  label={m.team_sessions_of({ name: bidiIsolate(name) })}
                  onClick={() => setAsking("sessions")}
                >
                  {m.team_sessions()}
                </SectionAction>
              )}
              <ActionMenu
                trigger={menu}
                name={m.team_more_of({ name: bidiIsolate(name) })}
                actions={actions}
              />
            </>
          )}
        </div>
      </div>
      <ChangeRefused error={again.error ?? withdraw.error ?? enable.error ?? secondFactor.error} />
      {asking === "role" && <RoleForm member={member} onClose={() => setAsking(null)} />}
      {asking === "permissions" && <PermissionsForm member={member} onClose={() => setAsking(null)} />}
      {asking === "sessions" && (
        <StaffSessions id={member.id} name={member.name} onClose={() => setAsking(null)} />
      )}
      {asking === "disable" && <DisableForm member={member} onClose={() => setAsking(null)} />}
    </li>
  );
}

function labelForSecondFactor(has: boolean, required: boolean): string {
  if (has) return m.team_two_factor_yes();
  return required ? m.team_two_factor_required() : m.team_two_factor_no();
}

function notifyOfInvitation(email: string) {
  passingNotices.show({ title: m.team_invited({ email }), tone: "success" });
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useTeamChange("/admin/team");
  const session = useSession();
  const form = useForm({
    initialValues: { name: "", email: "", role: "dispatcher" as OfficeRole, language: DEFAULT_LOCALE },
    schema: inviteStaffSchema,
    send: async (invited) => {
      await invite.mutateAsync(invited);
      return invited;
    },
    onDone: ({ email }) => notifyOfInvitation(email),
    next: onClose,
  });
  return (
    <EditForm label={m.team_invite()} submit={m.team_invite()} form={form} onClose={onClose}>
      <TextField label={m.team_name()} required autoFocus {...form.field("name")} />
      <TextField label={m.team_email()} type="email" required {...form.field("email")} />
      <RoleSelect hint={roleLabels[form.values.role].hint()} {...form.field("role")} />
      <InvitationLanguage
        languages={session.state === "signed-in" ? session.user.languages : undefined}
        {...form.field("language")}
      />
    </EditForm>
  );
}

function RoleForm({ member: { id, name, role }, onClose }: { member: StaffMember; onClose: () => void }) {
  const change = useTeamChange("/admin/team/{id}/role", { id });
  // Role when the form was opened, so that a concurrent change is refused.
  const form = useForm({
    initialValues: { from: role, to: role },
    schema: staffRoleSchema,
    send: (roles) => change.mutateAsync(roles),
    next: onClose,
  });
  return (
    <div className="max-w-xl">
      <EditForm
        label={m.team_change_role_of({ name: bidiIsolate(name) })}
        submit={m.team_save()}
        form={form}
        onClose={onClose}
      >
        <RoleSelect hint={roleLabels[form.values.to].hint()} autoFocus {...form.field("to")} />
      </EditForm>
    </div>
  );
}

const grantLabels: Record<GrantablePermission, () => string> = {
  "books.post": m.team_permission_books_post,
  "books.close": m.team_permission_books_close,
};

function PermissionsForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { id, name, role } = member;
  const change = useTeamChange("/admin/team/{id}/permissions", { id });
  const form = useForm({
    initialValues: { role, granted: member.granted },
    schema: grantedPermissionsSchema,
    send: (permissions) => change.mutateAsync(permissions),
    next: onClose,
  });
  const { granted } = form.values;
  return (
    <div className="max-w-xl">
      <EditForm
        label={m.team_permissions_of({ name: bidiIsolate(name) })}
        submit={m.team_save()}
        form={form}
        onClose={onClose}
      >
        <p className="text-sm text-muted">{m.team_permissions_hint()}</p>
        {grantableTo(role).map((permission) => (
          <CheckLine
            key={permission}
            checked={granted.includes(permission)}
            onChange={(isGranted) =>
              form.set({
                granted: isGranted
                  ? [...granted, permission]
                  : granted.filter((other) => other !== permission),
              })
            }
          >
            {grantLabels[permission]()}
          </CheckLine>
        ))}
      </EditForm>
    </div>
  );
}

function DisableForm({ member: { id, name }, onClose }: { member: StaffMember; onClose: () => void }) {
  const disable = useTeamChange("/admin/team/{id}/disable", { id });
  const form = useForm({ initialValues: {}, send: () => disable.mutateAsync({}), next: onClose });
  return (
    <div className="max-w-xl">
      <EditForm
        label={m.team_disable_of({ name: bidiIsolate(name) })}
        submit={m.team_disable()}
        form={form}
        onClose={onClose}
      >
        <p className="text-sm">{m.team_disable_hint({ name: bidiIsolate(name) })}</p>
      </EditForm>
    </div>
  );
}

function RoleSelect(select: Omit<ComponentProps<typeof Select>, "label">) {
  return (
    <Select label={m.team_role()} {...select}>
      {officeRoles.map((role) => (
        <option key={role} value={role}>
          {roleLabels[role].label()}
        </option>
      ))}
    </Select>
  );
}
