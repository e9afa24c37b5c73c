import { expect, test } from 'vitest';
import type { Field } from '#core/field/field.ts';
import { ownedBy } from './use-editor-keys.ts';

test('what was copied from somebody who was taken out since belongs to nobody', () => {
  const field = (recipientId: string | null): Field => ({
    ...{ id: 'a', type: 'text', page: 1, x: 72, y: 450, width: 190, height: 26 },
    ...{ recipientId, required: true, label: '' },
  });
  const owners = (of: Field[]) => of.map(({ recipientId }) => recipientId);
  const copied = [field('grace'), field('linus'), field(null)];
  expect(owners(ownedBy([{ id: 'grace' }], copied))).toEqual(['grace', null, null]);
});
