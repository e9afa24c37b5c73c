import type { ReactNode } from 'react';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { t } from '../words.ts';

/** Links to the files that are sealed separately, and to a ZIP of all. */
export default function SeparateFiles({ document }: { document: CeremonyAnswer['document'] }): ReactNode {
  const links = [
    ...document.files.map(({ title, sealedUrl }) => ({ title, url: sealedUrl })),
    { title: t('complete.certificate'), url: document.certificateUrl },
    { title: t('complete.zip'), url: document.zipUrl },
  ];
  return (
    <ul aria-label={t('complete.separateFiles')} className="stack">
      {links.map(
        ({ title, url }) =>
          url !== null && (
            <li key={url}>
              <a href={url} download>
                {title}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
