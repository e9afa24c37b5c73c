import { useMutation, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { TeamMemberView } from '#contract/accounts/team.ts';
import { memberRoles, type MemberRole } from '#core/permission/member.ts';
import { currentUserQuery } from '../../api/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { changeRole, membersQuery, teamQuery } from '../../api/team.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { shortDate } from '../../parts/format.ts';
import { Select } from '../../parts/forms/select.tsx';
import { LoadingError, Skeleton } from '../../parts/states.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { TeamName } from './team-name.tsx';

/** The members of the account, and the actions of team managers. */
export function PeopleSection() {
  const say = useRequiredTexts('pages');
  const members = useQuery(membersQuery);
  const { data: answer, isPending } = useQuery(teamQuery);
  // Everything appears together, because the plan notice above the members would otherwise shift them while
  // someone taps.
  const waiting = isPending || members.isPending;
  const team = waiting ? undefined : answer;
  const can = useQuery(currentUserQuery).data?.can ?? [];
  const [inviting, setInviting] = useState(false);
  const manages = can.includes('team.manage');
  return (
    <section
      aria-labelledby="people-title"
      className="min-w-0 rounded-lg border border-line bg-surface shadow-card"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
        <div className="min-w-0">
          <h2 id="people-title" className="text-base">
            {say('team.people')}
          </h2>
          {team ? <TeamName team={team} editable={can.includes('account.settings')} /> : null}
        </div>
        {manages && team?.hasTeam ? (
          <Button look="primary" onClick={() => setInviting(true)}>
            <UserPlus aria-hidden="true" />
            {say('team.invite')}
          </Button>
        ) : null}
      </div>
      {team?.hasTeam === false ? (
        <p className="mx-4 mb-4 rounded-md bg-sunken px-3.5 py-2.5 text-muted sm:mx-6">
          {(members.data?.length ?? 1) > 1 ? say('team.planEnded') : say('team.needsPlan')}
        </p>
      ) : null}
      {waiting ? <Skeleton className="mx-6 mb-6 h-56" /> : null}
      <LoadingError query={members} />
      {members.data && !waiting ? <People members={members.data} /> : null}
      {manages ? <Invitations /> : null}
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </section>
  );
}

function People({ members }: { members: TeamMemberView[] }) {
  const say = useRequiredTexts('pages');
  const [removing, setRemoving] = useState<TeamMemberView | null>(null);
  return (
    <>
      <ul aria-label={say('team.people')}>
        {members.map((member) => (
          <Person
            key={member.id}
            member={member}
            alone={members.length === 1}
            onRemove={() => setRemoving(member)}
          />
        ))}
      </ul>
      {removing ? (
        <RemoveDialog member={removing} members={members} onClose={() => setRemoving(null)} />
      ) : null}
    </>
  );
}

function Person({
  member,
  alone,
  onRemove,
}: {
  member: TeamMemberView;
  alone: boolean;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const can = useQuery(currentUserQuery).data?.can ?? [];
  const mayChange = can.includes('team.manage') && (member.role !== 'owner' || can.includes('team.own'));
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56 sm:basis-44">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <bdi className="truncate">{member.name}</bdi>
          {member.you ? <Badge>{say('team.you')}</Badge> : null}
        </p>
        {member.email === member.name ? null : (
          <p dir="ltr" className="truncate text-muted rtl:text-end">
            {member.email}
          </p>
        )}
      </div>
      <p className="text-xs text-muted sm:basis-44">
        <span className="block">{say('team.documentsThisMonth', { count: member.documentsThisMonth })}</span>
        {member.invitedBy === null ? null : (
          <span className="block">
            {say('team.joinedBy', { date: shortDate(member.joinedAt), name: member.invitedBy })}
          </span>
        )}
        <span className="block">
          {member.lastSeenAt
            ? say('team.lastSeen', { date: shortDate(member.lastSeenAt) })
            : say('team.neverSeen')}
        </span>
      </p>
      <div className="flex items-center gap-2 max-sm:w-full sm:basis-56">
        {mayChange && !alone ? (
          <RoleSelect member={member} mayOwn={can.includes('team.own')} />
        ) : (
          <Badge tone="ink">{t(`team.role.${member.role}`)}</Badge>
        )}
        {alone ? null : member.you ? (
          <Button look="quiet" onClick={onRemove}>
            {say('team.leave')}
          </Button>
        ) : mayChange ? (
          <Button look="quiet" onClick={onRemove} aria-label={say('team.removeNamed', { name: member.name })}>
            {say('team.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function RoleSelect({ member, mayOwn }: { member: TeamMemberView; mayOwn: boolean }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const changing = useMutation(changeRole);
  const [ownerRole, setOwnerRole] = useState<MemberRole | null>(null);
  const offered = memberRoles.filter((role) => role !== 'owner' || mayOwn);
  const { id, name } = member;
  const tell = (role: MemberRole) =>
    showToast({
      title: say('team.roleChanged'),
      description: say('team.roleChangedTo', { name, role: t(`team.role.${role}`) }),
    });
  const choose = (role: MemberRole) => {
    if (role === member.role) return;
    if (role === 'owner' || member.role === 'owner') return setOwnerRole(role);
    changing.mutate({ id, role }, { onSuccess: () => tell(role), onError: failureToast(t('team.failed')) });
  };
  const close = () => {
    setOwnerRole(null);
    changing.reset();
  };
  const word = ownerRole === 'owner' ? 'team.ownerTo' : 'team.ownerFrom';
  return (
    <>
      <Select
        value={member.role}
        options={offered.map((role) => ({ value: role, text: t(`team.role.${role}`) }))}
        onChange={choose}
        aria-label={say('team.roleOf', { name })}
        className="w-32"
        disabled={changing.isPending}
      />
      {ownerRole ? (
        <PersonPrompt
          onClose={close}
          title={say(word, { name })}
          description={say(`${word}About`)}
          action={say(`${word}Act`)}
          look="danger"
          busy={changing.isPending}
          error={changing.error}
          onSubmit={(password) =>
            changing.mutate(
              { id, role: ownerRole, password },
              {
                onSuccess: () => {
                  close();
                  tell(ownerRole);
                },
              },
            )
          }
        />
      ) : null}
    </>
  );
}
