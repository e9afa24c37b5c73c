import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRequiredTexts } from '../../api/later-words.ts';
import { membersQuery, transferOwnership } from '../../api/team.ts';
import { Button } from '../../parts/button.tsx';
import { doneToast } from '../../parts/dialogs/outcome-toast.ts';
import { SelectField } from '../../parts/forms/select-field.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';
import { PersonPrompt } from '../../parts/dialogs/person-prompt.tsx';

/** Transfers the account to another member. Shown only to owners of an account with other members. */
export function TransferOwnership() {
  const say = useRequiredTexts('pages');
  const members = useQuery(membersQuery).data ?? [];
  const [asking, setAsking] = useState(false);
  const heirs = members.filter(({ you, role }) => !you && role !== 'owner');
  if (heirs.length === 0) return null;
  return (
    <SettingsSection id="ownership" title={say('team.ownership')} about={say('team.ownershipAbout')}>
      <Rows>
        <Row title={say('team.transfer')} about={say('team.transferAbout')}>
          <Button onClick={() => setAsking(true)}>{say('team.transferAct')}</Button>
        </Row>
      </Rows>
      {asking ? <TransferDialog heirs={heirs} onClose={() => setAsking(false)} /> : null}
    </SettingsSection>
  );
}

type Props = { heirs: { id: string; name: string }[]; onClose: () => void };

function TransferDialog({ heirs, onClose }: Props) {
  const say = useRequiredTexts('pages');
  const [memberId, setMemberId] = useState(heirs[0]!.id);
  const transferring = useMutation(transferOwnership);
  const name = heirs.find(({ id }) => id === memberId)?.name ?? '';
  const submit = (password: string) =>
    transferring.mutate(
      { memberId, password },
      { onSuccess: doneToast({ title: say('team.transferred'), description: name }, onClose) },
    );
  return (
    <PersonPrompt
      title={say('team.transfer')}
      description={say('team.transferWhat')}
      action={say('team.transferAct')}
      look="danger"
      onClose={onClose}
      busy={transferring.isPending}
      error={transferring.error}
      onSubmit={submit}
    >
      <SelectField
        label={say('team.nextOwner')}
        value={memberId}
        options={heirs.map(({ id, name: text }) => ({ value: id, text }))}
        onChange={setMemberId}
      />
    </PersonPrompt>
  );
}
