import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ProposalView } from '#contract/documents/proposals.ts';
import { currentUserQuery } from '../../api/account.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { confirmProposal, dismissProposal, proposalQuery } from '../../api/proposals.ts';
import { reasonOf, RequestError } from '../../api/transport/request.ts';
import { Button } from '../../parts/button.tsx';
import { Problem } from '../../parts/problem.tsx';

/** The buttons to confirm or dismiss, and afterwards the result. */
export function Decision({ proposal, onChanged }: { proposal: ProposalView; onChanged: () => void }) {
  const say = useRequiredTexts('proposal');
  const { data: user } = useQuery(currentUserQuery);
  if (proposal.state !== 'open') {
    return (
      <div className="flex flex-col items-start gap-3">
        <p role="status" className="rounded-md bg-sunken px-3.5 py-2.5">
          {say(`${proposal.state}`)}
        </p>
        <Button asChild>
          <Link to={`/document/${proposal.document.id}`}>{say('open')}</Link>
        </Button>
      </div>
    );
  }
  if (user && !user.can.includes('document.send')) {
    return <p className="text-muted">{say('notAllowed')}</p>;
  }
  return <Buttons proposal={proposal} onChanged={onChanged} />;
}

function Buttons({ proposal, onChanged }: { proposal: ProposalView; onChanged: () => void }) {
  const say = useRequiredTexts('proposal');
  const client = useQueryClient();
  const [moved, setMoved] = useState(false);
  const { id, fingerprint, act } = proposal;
  const show = (now: ProposalView) => client.setQueryData(proposalQuery(id).queryKey, now);
  const failed = (error: unknown) => {
    if (!(error instanceof RequestError) || error.status !== 409) return;
    setMoved(error.code === 'proposal-changed');
    onChanged();
  };
  const confirming = useMutation({ ...confirmProposal, onError: failed });
  const dismissing = useMutation({ ...dismissProposal, onError: failed });
  const busy = confirming.isPending || dismissing.isPending;
  const error = confirming.error ?? dismissing.error;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-muted">{say('careful')}</p>
      {error ? <Problem>{moved ? say('refetch') : reasonOf(error)}</Problem> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          look={act === 'void' ? 'danger' : 'primary'}
          disabled={busy}
          onClick={() => confirming.mutate({ id, fingerprint }, { onSuccess: show })}
        >
          {say(`confirm.${act}`)}
        </Button>
        <Button disabled={busy} onClick={() => dismissing.mutate(id, { onSuccess: show })}>
          {say('dismiss')}
        </Button>
      </div>
    </div>
  );
}
