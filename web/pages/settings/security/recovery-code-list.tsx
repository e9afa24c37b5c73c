import { Copy, Download } from 'lucide-react';
import { Button } from '../../../parts/button.tsx';
import { copyText } from '../../../parts/dialogs/copy-text.ts';
import { useWords } from '../../../words.ts';

/** The codes, and the ways to save them. */
export function RecoveryCodeList({ codes }: { codes: string[] }) {
  const { t } = useWords();
  const text = `${codes.join('\n')}\n`;
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: 'countersign-recovery-codes.txt',
    });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <div className="flex flex-col gap-3">
      <ul
        dir="ltr"
        aria-label={t('settings.recovery')}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" />
          {t('settings.copy')}
        </Button>
        <Button onClick={download}>
          <Download aria-hidden="true" />
          {t('settings.download')}
        </Button>
      </div>
    </div>
  );
}
