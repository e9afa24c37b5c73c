import { describe, expect, test } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { checkBrand, checkColor, MAX_FOOTER } from './brand.ts';
import { contrast, isReadable, nightShade, night, readableShade, type Color } from './color.ts';

const ours = ['Countersign', 'Harbour Hosting'];
const brand = { name: 'Moreau & Sons GmbH', color: '#23449B', footer: 'Quay 4, Harbour\nRegister 12345' };
const refusedBy = (change: Partial<typeof brand>): string => {
  const checked = checkBrand({ ...brand, ...change }, ours);
  return isRefusal(checked) ? checked.refused : 'taken';
};

describe('account branding', () => {
  test('names, colors and footers are normalized before they are stored', () => {
    expect(
      checkBrand({ name: '  Moreau   & Sons ', color: ' 23449B', footer: ' Quay 4 \r\n Harbour ' }, ours),
    ).toEqual({
      name: 'Moreau & Sons',
      color: '#23449b',
      footer: 'Quay 4\nHarbour',
    });
    expect(checkBrand({ name: '', color: null, footer: '' }, ours)).toEqual({
      name: '',
      color: null,
      footer: '',
    });
    expect(refusedBy({ name: 'شركة الميناء' })).toBe('taken');
    expect(refusedBy({ name: 'Łódź Café – S.A. (Est. 1998)' })).toBe('taken');
  });

  test.each([
    'Countersign',
    'COUNTERSIGN Support',
    'Counter sign',
    'C.o.u.n.t.e.r.s.i.g.n',
    'Соuntеrsіgn', // Cyrillic С, о, е, і
    'Cοuntersιgn', // Greek ο, ι
    'Ｃｏｕｎｔｅｒｓｉｇｎ',
    'Countérsìgn',
    'C0untersign',
    'Countersıgn',
    'Counterslgn',
    'Coun\u200dtersign',
    'Harbour Hosting Ltd',
  ])('refuses ‘%s’, with which Mallory imitates the service', (name) => {
    expect(refusedBy({ name })).toBe('brand-name-reserved');
    expect(refusedBy({ footer: `Regards\n${name}` })).toBe('brand-name-reserved');
  });

  test.each([
    'harbour.example',
    'www.harbour.example',
    'https://harbour.example',
    'Pay at 10.0.0.1',
    'ada@harbour.example',
    'ada＠harbour．example',
    'harbour。example',
    'mailto:ada',
    'javascript:alert',
    'harbour.\u200dexample',
  ])('refuses text that mail programs could turn into a link: %s', (text) => {
    expect(refusedBy({ name: text })).toBe('brand-contains-address');
    expect(refusedBy({ footer: `Moreau & Sons\n${text}` })).toBe('brand-contains-address');
  });

  test.each([
    '✓ Verified',
    '🔒 Moreau',
    'Moreau ✔',
    'Mor\u202eeau',
    'Mor\u0000eau',
    'a\u2063b',
    'x'.repeat(61),
    '<b>',
  ])('refuses invisible characters and misleading signs in a name: %j', (name) => {
    expect(refusedBy({ name })).toBe('brand-name-invalid');
  });

  test('a footer cannot exceed the maximum length', () => {
    expect(refusedBy({ footer: 'x'.repeat(MAX_FOOTER + 1) })).toBe('brand-footer-invalid');
    expect(refusedBy({ footer: 'a\n'.repeat(7) + 'a' })).toBe('brand-footer-invalid');
    expect(refusedBy({ footer: 'a\n\u202eb' })).toBe('brand-footer-invalid');
  });
});

describe('account colors', () => {
  test('refuses a color on which white text is unreadable and suggests the nearest readable color', () => {
    const pale = checkColor('#ffd400');
    expect(pale).toMatchObject({ refused: 'brand-color-too-light', parameters: { color: '#ffd400' } });
    const { proposal } = (pale as { parameters: Record<string, string> }).parameters;
    expect(checkColor(proposal!)).toBe(proposal);
    expect((pale as { detail: string }).detail).toContain(proposal);
  });

  test('refuses text that is not a color', () => {
    for (const typed of ['red', '#12', '#12345g', '#1234567', 'url(x)', '#23449b;}']) {
      expect(checkColor(typed), typed).toMatchObject({ refused: 'brand-color-invalid' });
    }
  });

  test('contrast follows WCAG', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  test('every color has a readable shade for light mode and one for dark mode', () => {
    const sides = [0, 51, 102, 153, 204, 255];
    for (const red of sides) {
      for (const green of sides) {
        for (const blue of sides) {
          const color: Color = `#${[red, green, blue].map((side) => side.toString(16).padStart(2, '0')).join('')}`;
          const byDay = readableShade(color);
          expect(isReadable(byDay), color).toBe(true);
          if (isReadable(color)) expect(byDay).toBe(color);
          const byNight = nightShade(byDay);
          expect(contrast(byNight, night.words), color).toBeGreaterThanOrEqual(4.5);
          expect(contrast(byNight, night.ground), color).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});
