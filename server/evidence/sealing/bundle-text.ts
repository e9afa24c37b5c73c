import type { AppLanguage } from '#core/language/language.ts';
import type { Ending } from '../certificate/evidence.ts';
import { inEveryLanguage, phrase, type Say } from '#core/language/phrase.ts';
import type { BundleParts } from './bundle-texts/parts.ts';
import ar from './bundle-texts/ar.json' with { type: 'json' };
import de from './bundle-texts/de.json' with { type: 'json' };
import en from './bundle-texts/en.json' with { type: 'json' };
import es from './bundle-texts/es.json' with { type: 'json' };
import fr from './bundle-texts/fr.json' with { type: 'json' };

const words = inEveryLanguage({ en, de, es, fr, ar });

function bundleWords(language: AppLanguage): Say<typeof en, BundleParts> {
  return (word, ...[parts]) => phrase(words[language], language, word, parts);
}

export type BundleFacts = {
  /** True if the bundle contains a sealed file. */
  isSealed: boolean;
  ending: Ending | undefined;
  publicUrl: string;
  hasProof: boolean;
  /** True if the bundle contains files that signers attached. */
  hasAttachments: boolean;
  /** True if the bundle contains root certificates of timestamp authorities. */
  hasTime: boolean;
};

/**
 * Returns a text for readers without prior knowledge: what the files of a bundle are, and how they were made.
 */
export function bundleText(
  { isSealed, ending, publicUrl, hasProof, hasTime, hasAttachments }: BundleFacts,
  language: AppLanguage = 'en',
): string {
  const say = bundleWords(language);
  const file = ending ? 'record.pdf' : 'sealed.pdf';
  const time = hasTime ? ' --timestamp-root certificates/timestamp-roots.pem' : '';
  const head = (text: string): string[] => ['', text, ''];
  return [
    say('title'),
    '',
    ...wrapped(isSealed ? say(ending ?? 'completed', { file }) : say('open')),
    ...head(say('how.title')),
    ...steps.flatMap((step, index) => wrapped(say(step), `${index + 1}. `)),
    ...head(say('files.title')),
    ...(isSealed ? wrapped(`${file}: ${say('files.sealed')}`) : []),
    ...wrapped(`evidence.json: ${say('files.evidence')}`),
    ...wrapped(`evidence.schema.json: ${say('files.schema')}`),
    ...wrapped(`base.pdf: ${say('files.base')}`),
    ...wrapped(`pictures/: ${say('files.pictures')}`),
    ...(hasAttachments ? wrapped(`attachments/: ${say('files.attachments')}`) : []),
    ...wrapped(`certificates/: ${say('files.certificates')}`),
    ...(hasProof ? wrapped(`proofs/log-proof.txt: ${say('files.proof')}`) : []),
    ...head(say('check.title')),
    ...(isSealed
      ? [
          ...wrapped(say('check.browser', { address: `${publicUrl}/verify` })),
          ...wrapped(say('check.command')),
          '',
          `    node countersign-verify.mjs ${file} --root certificates/root.pem${time} --evidence evidence.json`,
          '',
          ...wrapped(say('check.root')),
        ]
      : wrapped(say('check.none'))),
    ...(hasAttachments ? ['', ...wrapped(say('check.attachments')), '', '    sha256sum attachments/*'] : []),
    '',
  ].join('\n');
}

/** Returns the file name of the text in this language; the English one is the conventional README name. */
export function bundleTextName(language: AppLanguage): string {
  return language === 'en' ? 'README.txt' : `README.${language}.txt`;
}

const steps = ['how.1', 'how.2', 'how.3', 'how.4', 'how.5'] as const;
/** Maximum characters per line, because plain editors do not wrap lines. */
const widest = 110;

function wrapped(text: string, number = ''): string[] {
  const lines = [number];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const isFirst = line.trim() === '' || line === number;
    if (!isFirst && line.length + 1 + word.length > widest) lines.push(`${' '.repeat(number.length)}${word}`);
    else lines[lines.length - 1] = isFirst ? `${line}${word}` : `${line} ${word}`;
  }
  return lines;
}
