import type { ValueLook } from '#core/formats/look.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { LookSelects } from '../../parts/forms/look-selects.tsx';
import { Row } from './settings-section.tsx';

type Props = { look: ValueLook | undefined; onChange: (look: ValueLook) => void };

/** The look of values in new documents of the account. */
export function LookRow({ look = {}, onChange }: Props) {
  const t = useRequiredTexts('field-kinds');
  return (
    <Row title={t('lookOfAccount')} about={t('lookOfAccountAbout')}>
      <div className="w-80 max-w-full">
        <LookSelects
          looks={[look]}
          unset={t('lookStandard')}
          onChange={(change) => onChange({ ...look, ...change })}
        />
      </div>
    </Row>
  );
}
