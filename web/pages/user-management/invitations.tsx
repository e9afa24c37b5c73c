import { useMutation, useQuery } from '@tanstack/react-query';
import type { InvitationView } from '#contract/accounts/team.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { invitationsQuery, resendInvitation, withdrawInvitation } from '../../api/team.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { failureToast } from '../../parts/dialogs/outcome-toast.ts';
import { shortDate } from '../../parts/format.ts';
import { IdentityHints } from '../../parts/identity-hints.tsx';
import { showToast } from '../../kit/toast-store.ts';
import { useTranslation } from '../../words.ts';

/** Pending invitations; renders nothing if there are none. */
export function Invitations() {
  const say = useRequiredTexts('pages');
  const { data: invitations = [] } = useQuery(invitationsQuery);
  if (!invitations || invitations.length === 0) return null;
  return (
    <div className="border-t border-line">
      <h3 id="invitations-title" className="px-4 pt-4 pb-2 text-sm text-muted sm:px-6">
        {say('team.pending')}
      </h3>
      <ul aria-labelledby="invitations-title">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </div>
  );
}

function Invitation({ invitation }: { invitation: InvitationView }) {
  const { t } = useTranslation();
  const say = useRequiredTexts('pages');
  const resending = useMutation(resendInvitation);
  const withdrawing = useMutation(withdrawInvitation);
  const { id, email, role, expired, bounced } = invitation;
  const failed = failureToast(t('team.failed'));
  const feedback = (title: string) => ({
    onSuccess: () => showToast({ title, description: email }),
    onError: failed,
  });
  const busy = resending.isPending || withdrawing.isPending;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="ltr" className="truncate font-medium rtl:text-end">
          {email}
        </p>
        <p className="text-xs text-muted">
          {say('team.invitedBy', { name: invitation.invitedBy, role: t(`team.role.${role}`) })}
        </p>
        <IdentityHints people={[{ name: '', email }]} />
      </div>
      {bounced ? (
        <Badge tone="danger">{say('team.bounced')}</Badge>
      ) : expired ? (
        <Badge tone="warn">{say('team.expired')}</Badge>
      ) : (
        <p className="text-xs text-muted">{say('team.until', { date: shortDate(invitation.expiresAt) })}</p>
      )}
      <div className="flex gap-2 max-sm:-ms-3.5">
        <Button
          look="quiet"
          disabled={busy}
          aria-label={say('team.resendTo', { email })}
          onClick={() => resending.mutate(id, feedback(say('team.resent')))}
        >
          {say('team.resend')}
        </Button>
        <Button
          look="quiet"
          disabled={busy}
          aria-label={say('team.withdrawFrom', { email })}
          onClick={() => withdrawing.mutate(id, feedback(say('team.withdrawn')))}
        >
          {say('team.withdraw')}
        </Button>
      </div>
    </li>
  );
}
