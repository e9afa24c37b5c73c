import { describe, expect, test } from 'vitest';
import { refusalCodes } from '../refusal.ts';
import { advance, allows, commands, documentStates, publicStatus } from './lifecycle.ts';
import type { Command, DocumentState } from './lifecycle.ts';

/**
 * The complete life cycle, written out independently of the code. A word without a hyphen is the next status.
 * Anything else is a refusal code.
 */
const life = `
            edit                   send                   manage                   extend                 act                    finish                 decline                void                   give-up                expire                 complete               remove
draft       draft                  sent                   document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      document-not-sent      draft
sent        document-not-editable  document-already-sent  sent                   sent                   sent                   sealing                declined               voided                 document-being-signed  expired                document-being-signed  document-being-signed
sealing     document-not-editable  document-being-sealed  document-being-sealed  document-being-sealed  document-being-sealed  document-being-sealed  document-being-sealed  document-being-sealed  voided                 document-being-sealed  completed              document-being-sealed
completed   document-not-editable  document-completed     document-completed     document-completed     document-completed     document-completed     document-completed     document-completed     document-completed     document-completed     document-completed     completed
declined    document-not-editable  document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      document-declined      declined
voided      document-not-editable  document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        document-voided        voided
expired     document-not-editable  document-expired       document-expired       sent                   document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       document-expired       expired
`;

const [head = [], ...rows] = life
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cases = rows.flatMap(([status, ...outcomes]) =>
  outcomes.map((outcome, at) => [status as DocumentState, head[at] as Command, outcome] as const),
);

describe('the life cycle of documents', () => {
  test('the table covers every status and every command', () => {
    expect(rows.map(([status]) => status)).toEqual([...documentStates]);
    expect(head).toEqual([...commands]);
    expect(cases).toHaveLength(documentStates.length * commands.length);
  });

  test.each(cases)('%s document, command %s: %s', (status, command, outcome) => {
    const answer = advance(status, command);
    if (outcome.includes('-')) {
      expect(refusalCodes).toContain(outcome);
      expect(answer).toEqual({ refused: outcome, detail: expect.stringMatching(/\.$/) });
      expect(answer).not.toHaveProperty('detail', 'This is not possible now.');
    } else {
      expect(answer).toEqual({ status: outcome });
    }
    expect(allows(status, command)).toBe(!outcome.includes('-'));
  });

  test('no command changes an ended document, except extending an expired one', () => {
    for (const ended of ['completed', 'declined', 'voided', 'expired'] as const) {
      for (const command of commands) {
        const answer = advance(ended, command);
        const goesOn = ended === 'expired' && command === 'extend';
        expect('status' in answer ? answer.status : ended).toBe(goesOn ? 'sent' : ended);
      }
    }
  });

  test('only storing the sealed file completes a document, and only after all recipients have signed', () => {
    const ways = cases.filter(([status, , outcome]) => outcome === 'completed' && status !== 'completed');
    expect(ways).toEqual([['sealing', 'complete', 'completed']]);
  });

  test('a document is not reported as completed before it is sealed', () => {
    expect(documentStates.map(publicStatus)).toEqual([
      'draft',
      'sent',
      'sent',
      'completed',
      'declined',
      'voided',
      'expired',
    ]);
  });
});
