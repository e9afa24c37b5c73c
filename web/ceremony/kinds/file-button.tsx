import { useRef, type ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { t } from '../words.ts';

type Props = {
  /** Accepted media types. */
  accepted: readonly string[];
  /** The share that was uploaded, from 0 to 1; null if nothing is being uploaded. */
  progress: number | null;
  isPrimary?: boolean;
  onFile: (file: File) => Promise<void>;
  children: ReactNode;
};

/** Opens the file picker, and shows the progress of the upload. */
export function FileButton({ accepted, progress, isPrimary = false, onFile, children }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accepted.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void onFile(file);
          event.target.value = '';
        }}
      />
      <Button
        look={isPrimary ? 'primary' : 'plain'}
        disabled={progress !== null}
        onClick={() => picker.current?.click()}
      >
        {progress === null ? children : t('attach.sending', { percent: Math.round(progress * 100) })}
      </Button>
    </>
  );
}
