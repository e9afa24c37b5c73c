import type { TranslateOf } from '../../api/later-words.ts';

const known = [
  ...([
    'seal-document',
    'seal-ending',
    'seal-files',
    'strengthen-document',
    'send-mail',
    'send-bulk',
    'release-files',
    'read-files',
  ] as const),
  ...(['send-identity-mail', 'send-support-message', 'send-support-reply', 'send-report'] as const),
  ...(['make-export', 'send-reply-to-mail', 'send-form-mail', 'send-own-data-mail'] as const),
  ...(['read-subscription', 'deliver-sandbox-event'] as const),
];

/** A job type that only a newer server knows is shown by its technical name. */
export function jobName(say: TranslateOf<'operator'>, kind: string): string {
  const job = known.find((name) => name === kind);
  return job ? say(`room.job.${job}`) : kind;
}
