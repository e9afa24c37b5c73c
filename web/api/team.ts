import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { InvitedRole } from '#core/account/team.ts';
import type { MemberRole } from '#core/permission/member.ts';
import { teamPaths } from '#contract/paths.ts';
import { change, load } from './call.ts';
import { queryClient } from './query-client.ts';

export const teamQuery = queryOptions({
  queryKey: ['api', 'team', 'about'],
  queryFn: ({ signal }) => load(teamPaths.readTeam, {}, signal),
});

export const membersQuery = queryOptions({
  queryKey: ['api', 'team', 'members'],
  queryFn: ({ signal }) => load(teamPaths.listMembers, {}, signal),
});

/** For whoever looks after people. */
export const invitationsQuery = queryOptions({
  queryKey: ['api', 'team', 'invitations'],
  queryFn: ({ signal }) => load(teamPaths.listInvitations, {}, signal),
});

/** The accounts of the person, one of which they are in now. */
export const accountsQuery = queryOptions({
  queryKey: ['api', 'accounts'],
  queryFn: ({ signal }) => load(teamPaths.listAccounts, {}, signal),
});

const lookAgain = () => queryClient.invalidateQueries({ queryKey: ['api', 'team'] });
/** Documents are somebody else's then. */
const lookAtAll = () => queryClient.invalidateQueries({ queryKey: ['api'] });

export const changeTeam = mutationOptions({
  mutationFn: (body: { name?: string; factorRequired?: boolean; retentionYears?: number }) =>
    change(teamPaths.changeTeam, { body }),
  // Whoever asks for a second factor may be without one.
  onSuccess: () => lookAtAll(),
});

export const changeRole = mutationOptions({
  mutationFn: ({ id, role }: { id: string; role: MemberRole }) =>
    change(teamPaths.changeMember, { params: { id }, body: { role } }),
  onSuccess: lookAgain,
});

export const removeMember = mutationOptions({
  mutationFn: ({ id, heirId }: { id: string; heirId: string }) =>
    change(teamPaths.removeMember, { params: { id }, body: { heirId } }),
  onSuccess: lookAtAll,
});

export const leaveTeam = mutationOptions({
  mutationFn: (heirId: string) => change(teamPaths.leaveTeam, { body: { heirId } }),
});

export const handOverDocuments = mutationOptions({
  mutationFn: (body: { ids: string[]; memberId: string }) => change(teamPaths.handOverDocuments, { body }),
  onSuccess: lookAtAll,
});

export const invite = mutationOptions({
  mutationFn: (body: { email: string; role: InvitedRole }) => change(teamPaths.inviteMember, { body }),
  onSuccess: lookAgain,
});

export const resendInvitation = mutationOptions({
  mutationFn: (id: string) => change(teamPaths.resendInvitation, { params: { id } }),
  onSuccess: lookAgain,
});

export const withdrawInvitation = mutationOptions({
  mutationFn: (id: string) => change(teamPaths.withdrawInvitation, { params: { id } }),
  onSuccess: lookAgain,
});

export const acceptInvitation = mutationOptions({
  mutationFn: (link: string) => change(teamPaths.acceptInvitation, { body: { link } }),
});

export const enterAccount = mutationOptions({
  mutationFn: (id: string) => change(teamPaths.enterAccount, { params: { id } }),
});

/** A question that changes nothing; the link is in the body, so that it stands in no address. */
export const invitationQuery = (link: string) =>
  queryOptions({
    queryKey: ['api', 'invitation', link],
    queryFn: ({ signal }) => change(teamPaths.lookAtInvitation, { body: { link } }, signal),
  });
