import { useRequiredTexts } from '../../api/later-words.ts';
import { SwitchLine } from './switch-line.tsx';

type Props = { checked: boolean; onChange: (on: boolean) => void };

/** Whether each signature of a document has a line under it. */
export function SignatureLineSwitch({ checked, onChange }: Props) {
  const t = useRequiredTexts('field-kinds');
  return <SwitchLine label={t('signatureLineAbout')} checked={checked} onChange={onChange} />;
}
