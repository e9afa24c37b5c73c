import { expect, test } from 'vitest';
import type { CeremonyAnswer } from '#contract/signing/ceremony.ts';
import { assignFields } from '#core/document/send.ts';
import type { Field, FieldType } from '#core/field/field.ts';
import { fillFields, type Filled } from '#core/field/fill.ts';
import { comparisons, type Condition, type FieldProperties } from '#core/field/properties.ts';
import { earlierFields, referredFields } from '#core/field/rules/earlier-fields.ts';
import { isComputed } from '#core/field/rules/references.ts';
import type { Recipient } from '#core/recipient/recipient.ts';
import { isRefusal } from '#core/refusal.ts';
import { longRun } from '#testing/long-run.ts';
import { oneOf, randomFrom } from '#testing/random.ts';
import { checkRules } from '#verify/checks/check-rules.ts';
import type { Evidence } from '#verify/evidence.ts';
import type { ReadEvent } from '#verify/trail.ts';
import { finishWith, noEntries, signBodyFrom, type Entries } from './entries.ts';
import { applyRules, currentValues } from './shown-fields.ts';

/**
 * Number of random rule sets that the server, the signer's page and the verifier must apply in the same way.
 */
const count = longRun ? 10_000 : 300;

const today = { day: '2026-11-27', text: 'Nov 27, 2026', timeZone: 'UTC' };
const people = ['grace', 'linus'].map((id, at): Recipient => {
  return { id, name: id, email: `${id}@harbour.example`, role: 'signer', turn: at + 1, status: 'invited' };
});

const entries: Partial<Record<FieldType, readonly string[]>> = {
  number: ['', '0', '7', '-2.5', '1000', '0.1', '999999999999999'],
  dateEntry: ['', '2026-01-31', '2026-07-01', '9999-12-31'],
  text: ['', 'Kiel', 'Harbour'],
  dropdown: ['', 'Summer', 'Winter'],
  phone: ['', '+44 20 7946 0958'],
};
const wanted = ['', '7', '100', 'true', 'Kiel', 'Winter', '2026-05-01', '+44 20 7946 0958'];

type Pick = <T>(list: readonly T[]) => T;

/** Creates fields of two recipients. Most rules refer to earlier fields, so that most sets can be sent. */
function randomFields(pick: Pick): Field[] {
  const size = pick([2, 3, 4, 5, 6, 7]);
  const fields: Field[] = [];
  for (let at = 0; at < size; at += 1) {
    const type = pick([
      ...(['number', 'number', 'number', 'dateEntry', 'dateEntry'] as const),
      ...(['checkbox', 'text', 'dropdown', 'phone', 'initial'] as const),
    ]);
    fields.push({
      id: `f${at}`,
      type,
      label: `${type} ${at}`,
      recipientId: at < size / 2 ? 'grace' : pick(['grace', 'linus', 'linus']),
      required: pick([true, false]),
      properties: randomProperties(type, at, fields, pick),
      ...{ page: 1, x: 10, y: 10 + 60 * at, width: 40, height: 18 },
    });
  }
  return fields;
}

function randomProperties(
  type: FieldType,
  at: number,
  before: readonly Field[],
  pick: Pick,
): FieldProperties {
  const properties: FieldProperties = type === 'dropdown' ? { choices: ['Summer', 'Winter'] } : {};
  // One in ten refers to a field that might not exist or might come later.
  const source = () => (pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) > 0 ? pick(before) : { id: 'f6' });
  const condition = (): Condition => {
    return { fieldId: source().id, is: pick(comparisons), value: pick(wanted) };
  };
  const several = () => Array.from({ length: pick([1, 1, 2, 3]) }, condition);
  if (at > 0 && pick([true, false]))
    properties.showWhen = pick([() => ({ all: several() }), () => ({ any: several() }), condition])();
  const ofKind = (kind: FieldType) => `{${pick(before.filter((one) => one.type === kind))?.label ?? kind}}`;
  const number = () => pick([() => ofKind('number'), () => pick(['2', '0.1', '19%', '1000000', '0'])])();
  const has = (kind: FieldType) => before.some((one) => one.type === kind);
  if (type === 'number' && has('number') && pick([true, false])) {
    const sign = () => pick(['+', '-', '*', '/']);
    const days = () => (has('dateEntry') ? `${ofKind('dateEntry')} - ${ofKind('dateEntry')}` : '1');
    properties.formula = pick([
      () => `${number()} ${sign()} ${number()}`,
      () => `(${number()} ${sign()} ${number()}) ${sign()} ${number()}`,
      () => `sum(${number()}, ${number()}, ${number()})`,
      () => `round(${number()} / ${number()}, 2) * ${number()}`,
      days,
    ])();
    const decimals = pick([undefined, 0, 2, 3]);
    if (decimals !== undefined) properties.decimals = decimals;
  }
  if (type === 'dateEntry' && has('dateEntry') && pick([true, false])) {
    const unit = pick(['days', 'weeks', 'months', 'years']);
    properties.formula = `${ofKind('dateEntry')} ${pick(['+', '-'])} ${number()} ${unit}`;
  }
  return properties;
}

/** The page of one recipient with entries: the request body that it sends, and the values that it shows. */
function onPage(own: readonly Field[], answer: CeremonyAnswer, values: Entries['values']) {
  const initials = { ...noEntries.initials, text: values['initials'] === true ? 'GL' : '' };
  const signature = { ...noEntries.signature, drawn: 'data:image/png;base64,AAAA' };
  const filled: Entries = { ...noEntries, values, initials, signature };
  const current = { ...currentValues(answer.fields, values, answer.recipient) };
  const { fields, done } = applyRules(answer, finishWith({ ...filled, values: current }, true));
  const text = (id: string) => String(done.values[id] ?? '');
  const shown = fields.flatMap(({ id, type }): [string, string][] => {
    if (type === 'initial') return done.hasInitials ? [[id, '']] : [];
    if (type === 'checkbox') return [[id, String(done.values[id] === true)]];
    return text(id) === '' ? [] : [[id, text(id)]];
  });
  return { body: signBodyFrom(answer, filled, 'en'), shown, hasInitials: done.hasInitials, own };
}

/** Enters a valid value of a field. */
function enter(field: Field, values: Entries['values'], pick: Pick): void {
  const { id, type } = field;
  if (type === 'initial') values['initials'] = true;
  else if (type === 'checkbox') values[id] = true;
  else values[id] = pick(entries[type]!.filter((value) => value !== ''));
}

/**
 * Signs for everyone in order and fills in whatever the server asks for, because no set of rules may require
 * something that cannot be entered.
 */
function signAll(fields: readonly Field[], pick: Pick): { values: Map<string, string>; events: ReadEvent[] } {
  const recorded = { values: new Map<string, string>(), marks: new Map() };
  const document = { signingOrder: 'sequential' as const, fields, recipients: people };
  const events: ReadEvent[] = [];
  for (const person of people) {
    const own = fields.filter(({ recipientId }) => recipientId === person.id);
    const earlier = earlierFields(document, person, recorded);
    const answer = {
      ...{ fields: own, earlier: referredFields(own, earlier), recipient: person },
      ...{ disclosure: {}, document: { files: [] }, signingDay: today },
    } as unknown as CeremonyAnswer;
    const values: Entries['values'] = { initials: pick([true, false]) };
    for (const { id, type } of own) {
      if (type === 'checkbox') values[id] = pick([true, false]);
      else if (entries[type]) values[id] = pick(entries[type]);
    }
    let filled: Filled[] | undefined;
    for (let round = 0; filled === undefined; round += 1) {
      expect(round).toBeLessThan(50);
      const { body, shown, hasInitials } = onPage(own, answer, values);
      const marks = { hasSignature: true, hasInitials };
      const filling = { ...marks, values: body.fields ?? [], person, earlier, fromPage: true };
      const outcome = fillFields(own, filling, today);
      if (isRefusal(outcome)) {
        expect(['field-missing', 'initials-missing']).toContain(outcome.refused);
        const question = own.find(
          ({ label, type }) =>
            label === outcome.parameters?.['label'] ||
            (outcome.refused === 'initials-missing' && type === 'initial'),
        );
        expect(question && !isComputed(question)).toBe(true);
        enter(question!, values, pick);
      } else {
        filled = outcome;
        expect(filled.map(({ fieldId, value }) => [fieldId, value])).toEqual(shown);
        recorded.marks.set(person.id, marks);
      }
    }
    for (const { fieldId, value } of filled) recorded.values.set(fieldId, value);
    events.push(actOf(person.id, filled, recorded.marks.get(person.id).hasInitials));
  }
  return { values: recorded.values, events };
}

function actOf(id: string, filled: readonly Filled[], hasInitials: boolean): ReadEvent {
  const values = Object.fromEntries(filled.map(({ fieldId, value }) => [`field:${fieldId}`, value]));
  const base = { seq: 1, documentId: 'd', prev: '', occurredAt: '', personal: {} };
  return {
    place: 1,
    body: { ...base, type: 'document_signed', actor: { kind: 'recipient', id }, data: { imageSha256: 'ab' } },
    values: { ...values, ...(hasInitials && { initials: 'GL' }) },
  };
}

function judge(fields: readonly Field[], events: readonly ReadEvent[]): string[] {
  const evidence = {
    document: { signingOrder: 'sequential' },
    fields: JSON.parse(JSON.stringify(fields)) as Evidence['fields'],
    recipients: people.map(({ id, name, email, role, turn }) => ({ id, name, email, role, order: turn })),
  } as unknown as Evidence;
  return checkRules(evidence, events).map(({ code, name }) => `${code} ${name}`);
}

test('the page, the server and the verifier agree on random rules, and every document can be signed', () => {
  let signed = 0;
  let computed = 0;
  let hidden = 0;
  for (let seed = 1; signed < count; seed += 1) {
    const random = randomFrom(seed);
    const pick: Pick = (list) => oneOf(random, list);
    const drafted = randomFields(pick);
    const fields = assignFields({ recipients: people, fields: drafted, signingOrder: 'sequential' });
    if (isRefusal(fields)) {
      expect(String(fields.parameters?.['reason'])).toMatch(/^fault\.(condition|never|circ|later|formula)/);
      continue;
    }
    signed += 1;
    const { values, events } = signAll(fields, pick);
    expect(judge(fields, events), `seed ${seed}`).toEqual([]);
    hidden += fields.filter(({ id, properties }) => properties?.showWhen && !values.has(id)).length;
    const result = fields.find(
      (field) => isComputed(field) && field.type === 'number' && values.has(field.id),
    );
    if (!result) continue;
    computed += 1;
    const forged = events.map((event) => {
      const name = `field:${result.id}`;
      return name in event.values ? { ...event, values: { ...event.values, [name]: '4711.4711' } } : event;
    });
    expect(judge(fields, forged)).toContain(`formula-differs ${result.label}`);
  }
  expect(computed).toBeGreaterThan(count / 20);
  expect(hidden).toBeGreaterThan(count / 5);
});
