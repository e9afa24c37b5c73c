import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { MarkKind } from '#core/ceremony/mark-kind.ts';
import type { InvitedRole } from '#core/account/team.ts';
import type { FormatsChange } from '#core/formats/formats.ts';
import type { MemberRole } from '#core/permission/member.ts';
import type { TeamAnswer } from '#contract/accounts/team.ts';
import { teamPaths } from '#contract/paths.ts';
import { change, ofId, mutationTo, queryFor } from './transport/call.ts';
import { invalidateAll, queryClient } from './transport/query-client.ts';

export const teamQuery = queryFor(['api', 'team', 'about'], teamPaths.readTeam);
export const membersQuery = queryFor(['api', 'team', 'members'], teamPaths.listMembers);

/** The pending invitations. Only members who manage the team can load them. */
export const invitationsQuery = queryFor(['api', 'team', 'invitations'], teamPaths.listInvitations);

/** The accounts of the person, including the current one. */
export const accountsQuery = queryFor(['api', 'accounts'], teamPaths.listAccounts);

const refetch = () => queryClient.invalidateQueries({ queryKey: ['api', 'team'] });

export const changeTeam = mutationOptions({
  mutationFn: (body: {
    name?: string;
    twoFactorRequired?: boolean;
    password?: string;
    retentionYears?: number;
    copiesAsLinks?: boolean;
    linksProtected?: boolean;
    returnUrl?: string;
    signatureKinds?: MarkKind[] | null;
    formats?: FormatsChange;
    defaults?: TeamAnswer['defaults'];
  }) => change(teamPaths.changeTeam, { body }),
  // A member who turns on the requirement may not have a second factor yet.
  onSuccess: () => invalidateAll(),
});

export const changeRole = mutationTo(
  teamPaths.changeMember,
  ({ id, ...body }: { id: string; role: MemberRole; password?: string }) => ({ params: { id }, body }),
  refetch,
);

export const removeMember = mutationTo(
  teamPaths.removeMember,
  ({ id, ...body }: { id: string; successorId: string; password?: string }) => ({ params: { id }, body }),
  invalidateAll,
);

export const leaveTeam = mutationTo(
  teamPaths.leaveTeam,
  (body: { successorId: string; password?: string }) => ({ body }),
);

export const transferDocuments = mutationTo(
  teamPaths.handOverDocuments,
  (body: { ids: string[]; memberId: string }) => ({ body }),
  invalidateAll,
);

export const invite = mutationTo(
  teamPaths.inviteMember,
  (body: { email: string; role: InvitedRole }) => ({ body }),
  refetch,
);

export const resendInvitation = mutationTo(teamPaths.resendInvitation, ofId, refetch);
export const withdrawInvitation = mutationTo(teamPaths.withdrawInvitation, ofId, refetch);
export const acceptInvitation = mutationTo(teamPaths.acceptInvitation, (link: string) => ({
  body: { link },
}));
/** Creates the invited person, who is then signed in and in the account. */
export const signUpInvited = mutationTo(
  teamPaths.signUpInvited,
  (body: { link: string; name: string; password: string }) => ({ body }),
);
export const transferOwnership = mutationTo(
  teamPaths.transferOwnership,
  (body: { memberId: string; password: string }) => ({ body }),
  invalidateAll,
);
export const enterAccount = mutationTo(teamPaths.enterAccount, ofId);

/**
 * Previews an invitation without side effects. The link is sent in the body, so that it does not appear in a
 * URL.
 */
export const invitationQuery = (link: string) =>
  queryOptions({
    queryKey: ['api', 'invitation', link],
    queryFn: ({ signal }) => change(teamPaths.previewInvitation, { body: { link } }, signal),
  });
