import { expect, test } from 'vitest';
import { valueProblem } from '#core/field/check-value.ts';
import { fieldTypes, isWritten, minFieldSize, type Field } from '#core/field/field.ts';
import { hasChoices, kindOf } from '#core/field/kinds.ts';
import { openInProcessEngine } from '#server/adapters/pdf-engine/in-process.ts';
import { sampleValues } from './sample-values.ts';

const pdf = openInProcessEngine();
const fieldOf = (type: Field['type'], size: { width: number; height: number }): Field => ({
  ...size,
  id: 'field',
  type,
  page: 1,
  x: 60,
  y: 60,
  recipientId: 'grace',
  required: true,
  label: '',
  properties: hasChoices(type) ? { choices: ['North', 'South'] } : {},
});

test.each(fieldTypes.filter(isWritten))(
  'a %s field accepts the sample used in the check before sending',
  async (type) => {
    const field = fieldOf(type, kindOf(type).size);
    const { values, tooSmall } = await sampleValues(pdf, [field], ['Latin']);
    expect(tooSmall).toBeUndefined();
    const { properties = {} } = field;
    expect(valueProblem({ type, properties }, values.get('field')!)).toBeUndefined();
  },
);

test('the smallest phone field fits every phone number, and the check before sending refuses a smaller one', async () => {
  const smallest = minFieldSize('phone');
  expect((await sampleValues(pdf, [fieldOf('phone', smallest)], [])).tooSmall).toBeUndefined();
  const narrow = fieldOf('phone', { ...smallest, width: 40 });
  expect((await sampleValues(pdf, [narrow], [])).tooSmall).toBe(narrow);
});
