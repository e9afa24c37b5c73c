import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDeferredTexts } from '../../api/later-words.ts';
import { teamQuery } from '../../api/team.ts';
import { Button } from '../../parts/button.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Row, Rows, SettingsSection } from './settings-section.tsx';

const AccountDefaultsDialog = lazyPart(
  async () => (await import('../../documents/dialogs/defaults-dialog.tsx')).AccountDefaultsDialog,
);

/** Other settings of new documents. */
export function DefaultsSection() {
  const say = useDeferredTexts('templates');
  const team = useQuery(teamQuery).data;
  const [isOpen, setOpen] = useState(false);
  if (!say || !team) return null;
  return (
    <SettingsSection id="defaults" title={say('defaults.open')} about={say('defaults.aboutAccount')}>
      <Rows>
        <Row title={say('defaults.which')}>
          <Button onClick={() => setOpen(true)}>{say('defaults.change')}</Button>
        </Row>
      </Rows>
      {isOpen ? <AccountDefaultsDialog onClose={() => setOpen(false)} /> : null}
    </SettingsSection>
  );
}
