import { useId } from 'react';
import type { DocumentFormats, FormatsChange } from '#core/formats/formats.ts';
import { useRequiredTexts } from '../../api/later-words.ts';
import { LookSelects } from '../../parts/forms/look-selects.tsx';
import { Switch } from '../../parts/forms/switch.tsx';
import { Row } from './settings-section.tsx';

type Props = { formats: DocumentFormats; onChange: (change: FormatsChange) => void };

/** The appearance of values and of the line under signatures in the account's new documents. */
export function LookRow({ formats, onChange }: Props) {
  const t = useRequiredTexts('field-kinds');
  const id = useId();
  const { look = {}, signatureLine = false } = formats;
  return (
    <>
      <Row title={t('lookOfAccount')} about={t('lookOfAccountAbout')}>
        <div className="w-80 max-w-full">
          <LookSelects
            looks={[look]}
            unset={t('lookStandard')}
            onChange={(change) => onChange({ look: { ...look, ...change } })}
          />
        </div>
      </Row>
      <Row title={<label htmlFor={id}>{t('signatureLine')}</label>} about={t('signatureLineAbout')}>
        <Switch id={id} checked={signatureLine} onChange={(on) => onChange({ signatureLine: on })} />
      </Row>
    </>
  );
}
