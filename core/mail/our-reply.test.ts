import { expect, test } from 'vitest';
import { readOurReply } from './our-reply.ts';
import { mailProblems, problemForSender } from './mail-problem.ts';

test('recognizes every sentence about a problem of the installation', () => {
  for (const kind of mailProblems) expect(readOurReply(problemForSender(kind))).toEqual({ code: kind });
});

test.for([
  ['The mail server did not answer (ECONNREFUSED)', { code: 'no-answer', detail: 'ECONNREFUSED' }],
  ['The mail server offers no encryption', { code: 'no-encryption' }],
  [
    'The certificate of the mail server is not trusted: self-signed certificate',
    { code: 'untrusted', detail: 'self-signed certificate' },
  ],
  ['The outbox folder cannot be written (ENOSPC)', { code: 'outbox', detail: 'ENOSPC' }],
  ['Given up after 150 tries: 450 4.2.1 Busy', { code: 'given-up', count: 150, reply: '450 4.2.1 Busy' }],
  ['550 5.1.1 No such user', undefined],
  ['The mail server did not answer, said another mail server', undefined],
] as const)('parses “%s”', ([reply, read]) => {
  expect(readOurReply(reply)).toEqual(read);
});
