import type { ReactNode } from 'react';
import { classNames } from '../../parts/class-names.ts';

const tones = {
  plain: 'bg-sunken text-text',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
  ok: 'bg-ok-soft text-ok',
};

type Props = { icon: ReactNode; tone: keyof typeof tones; children: ReactNode };

/** A sentence about the status of a document, with the next action below it. */
export function StatusLine({ icon, tone, children }: Props) {
  return (
    <div
      className={classNames(
        'flex gap-2 rounded-md px-3 py-2 text-[0.8125rem] [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0',
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
