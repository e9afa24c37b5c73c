import { useEffect, useState } from 'react';
import { appLanguageFor, appLanguages, directionOf, type AppLanguage } from '#core/language/language.ts';
import { readTrustedKeys } from '#core/log/trusted-keys.ts';
import { ReportFormatter, type Words } from '#verify/report-formatter.ts';
import { LanguageSelect } from '../../kit/language-select.tsx';
import { Logo } from '../../parts/logo.tsx';
import { rootsId, type KeptRoots } from './alone.ts';
import { CheckFile } from './check-file.tsx';
import { useRoots, type InstallationRoots } from './use-roots.ts';

const words = import.meta.glob<Words>('../../../verify/words/*.json', { import: 'default', eager: true });

/**
 * The verify page as a single file without a server. It contains all languages, and the roots known when it
 * was created.
 */
export function AlonePage() {
  const [language, setLanguage] = useState<AppLanguage>(() => appLanguageFor(navigator.languages));
  const roots = useRoots(ownRoots);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  const teller = new ReportFormatter(words[`../../../verify/words/${language}.json`]!, language);
  return (
    <main className="px-4 py-6 sm:py-10">
      <div className="mx-auto mb-8 flex max-w-[800px] items-center justify-between gap-4">
        <Logo />
        <label>
          <span className="sr-only">{teller.words.language}</span>
          <LanguageSelect
            languages={appLanguages}
            shown={language}
            onChoose={setLanguage}
            className="h-9 rounded-md border border-line-strong bg-surface px-2 text-text pointer-coarse:h-11"
          />
        </label>
      </div>
      <CheckFile teller={teller} roots={roots} />
    </main>
  );
}

const kept = JSON.parse(document.getElementById(rootsId)?.textContent ?? '{}') as Partial<KeptRoots>;
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const ownRoots: InstallationRoots = {
  trusted: (kept.trusted ?? []).map(bytesOf),
  timestamps: (kept.timestamps ?? []).map(bytesOf),
  lists: (kept.lists ?? []).map(bytesOf),
  logKeys: readTrustedKeys(kept.logKeys ?? ''),
  isPending: false,
  from: 'kept',
};
