import { useDeferredTexts } from '../../api/later-words.ts';
import { acceptedNames } from '../../documents/upload/rejections.ts';
import { Button } from '../../parts/button.tsx';
import { FileButton } from '../../parts/forms/file-button.tsx';

type FileProps = { file: File | null; usual: string; onFile: (file: File | null) => void };

/** Chooses between the template's file and another file for this document. */
export function OtherFile({ file, usual, onFile }: FileProps) {
  const own = useDeferredTexts('templates');
  if (!own) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{own('templates.file')}</span>
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-3.5 py-2">
        <bdi className="min-w-0 break-words">{file?.name ?? usual}</bdi>
        {file ? (
          <Button size="small" onClick={() => onFile(null)}>
            {own('templates.usualFile')}
          </Button>
        ) : (
          <FileButton size="small" label={own('templates.file')} accept={acceptedNames} onFile={onFile}>
            {own('templates.otherFile')}
          </FileButton>
        )}
      </div>
      {file ? <p className="text-xs text-muted">{own('templates.otherFileHint')}</p> : null}
    </div>
  );
}
