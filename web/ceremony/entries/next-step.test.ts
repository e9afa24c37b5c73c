import { describe, expect, test } from 'vitest';
import type { FieldView } from '#contract/documents/documents.ts';
import { inReadingOrder, nextStep, progressOf, type Done } from './next-step.ts';

const nothing: Done = { values: {}, hasSignature: false, hasInitials: false, consents: false };

function field(id: string, type: FieldView['type'], place: Partial<FieldView> = {}): FieldView {
  const box = { page: 1, x: 0, y: 0, width: 100, height: 24 };
  return { id, type, recipientId: 'grace', required: true, label: '', ...box, ...place };
}

const agreement = [
  field('signed', 'signature', { y: 500 }),
  field('signed-on', 'date', { y: 500, x: 300 }),
  field('handbook', 'checkbox', { y: 400 }),
  field('title', 'text', { y: 100 }),
  field('nickname', 'text', { y: 50, required: false }),
  field('page-two', 'initial', { page: 2, y: 10 }),
];

describe('the next step for Grace', () => {
  test('asks for each required field in reading order, then consent, then signing', () => {
    const steps: string[] = [];
    let done = nothing;
    for (let at = 0; at < 10; at++) {
      const step = nextStep(agreement, done);
      steps.push(step.kind === 'field' ? step.field.id : step.kind);
      if (step.kind === 'sign') break;
      done = doIt(done, step);
    }
    expect(steps).toEqual(['title', 'handbook', 'signed', 'page-two', 'consent', 'sign']);
  });

  test('asks for the signature even without fields', () => {
    expect(nextStep([], nothing)).toEqual({ kind: 'signature' });
    expect(nextStep([], { ...nothing, hasSignature: true, consents: true })).toEqual({ kind: 'sign' });
  });

  test('asks for a field again after its text is deleted or its box is unticked', () => {
    const filled = { ...nothing, hasSignature: true, hasInitials: true, consents: true };
    const values = { title: 'Engineer', handbook: true };
    expect(nextStep(agreement, { ...filled, values })).toEqual({ kind: 'sign' });
    expect(nextStep(agreement, { ...filled, values: { ...values, title: '  ' } })).toMatchObject({
      field: { id: 'title' },
    });
    expect(nextStep(agreement, { ...filled, values: { ...values, handbook: false } })).toMatchObject({
      field: { id: 'handbook' },
    });
  });

  test('never asks for the date or an optional field', () => {
    const easy = agreement.filter(({ id }) => id === 'signed-on' || id === 'nickname');
    expect(nextStep(easy, nothing)).toEqual({ kind: 'signature' });
    expect(progressOf(easy, nothing)).toEqual({ done: 0, total: 0 });
  });
});

test('progress counts the required fields, and one signature fills every signature field', () => {
  const twice = [...agreement, field('signed-again', 'signature', { page: 3 })];
  expect(progressOf(twice, nothing)).toEqual({ done: 0, total: 5 });
  expect(progressOf(twice, { ...nothing, hasSignature: true })).toEqual({ done: 2, total: 5 });
});

test('boxes at nearly the same height are read from left to right', () => {
  const right = field('right', 'text', { x: 300, y: 99 });
  const left = field('left', 'text', { x: 20, y: 101 });
  const below = field('below', 'text', { x: 0, y: 140 });
  expect(inReadingOrder([below, right, left]).map(({ id }) => id)).toEqual(['left', 'right', 'below']);
});

function doIt(done: Done, step: ReturnType<typeof nextStep>): Done {
  if (step.kind === 'consent') return { ...done, consents: true };
  if (step.kind !== 'field') return { ...done, hasSignature: true };
  if (step.field.type === 'signature') return { ...done, hasSignature: true };
  if (step.field.type === 'initial') return { ...done, hasInitials: true };
  const value = step.field.type === 'checkbox' ? true : 'Engineer';
  return { ...done, values: { ...done.values, [step.field.id]: value } };
}
