import { describe, expect, test } from 'vitest';
import { claims, type ClaimsConfig, type ClaimMessages } from './claims.ts';
import { forbiddenClaims } from './forbidden-claims.ts';
import ar from './wording/ar.json' with { type: 'json' };
import de from './wording/de.json' with { type: 'json' };
import en from './wording/en.json' with { type: 'json' };
import es from './wording/es.json' with { type: 'json' };
import fr from './wording/fr.json' with { type: 'json' };

const wordings: [string, ClaimMessages][] = Object.entries({ en, de, es, fr, ar });

const seals: ClaimsConfig['seal'][] = ['self-issued', 'provided'];
const timestamps: ClaimsConfig['timestamps'][] = ['none', 'rfc-3161'];
const every = seals.flatMap((seal) =>
  timestamps.flatMap((timestamp) =>
    wordings.map(([language, words]) => ({ seal, timestamps: timestamp, language, words })),
  ),
);

describe('claims that the product may make', () => {
  test.each(every)(
    'makes no forbidden claim with $seal and $timestamps in $language',
    ({ words, ...config }) => {
      const { timestamp, ...others } = claims(config, words);
      expect(forbiddenClaims(Object.values(others).join('\n') + (timestamp ?? ''))).toEqual([]);
    },
  );

  test('describes a self-issued certificate as self-issued', () => {
    expect(claims({ seal: 'self-issued', timestamps: 'none' }, en).seal).toContain('self-issued certificate');
    expect(claims({ seal: 'provided', timestamps: 'none' }, en).seal).not.toContain('self-issued');
  });

  test('makes no claim about timestamps without a timestamp authority', () => {
    const wording = claims({ seal: 'provided', timestamps: 'none' }, en);
    expect(wording.timestamp).toBeNull();
    expect(Object.values(wording).join('\n')).not.toMatch(/time ?stamp/i);
  });

  test('lists all exceptions of 15 USC §7003', () => {
    for (const [, { exclusions }] of wordings) expect(exclusions).toHaveLength(9);
  });
});

describe('claims that the product must not make', () => {
  test.each([
    'An Advanced Electronic Signature for everyone',
    'the same as a handwritten signature',
    'eIDAS-compliant provider',
    'court‑proof',
    'Tamper-proof sealing',
    'legally\nbinding everywhere',
    'Non-repudiation',
  ])('%s', (text) => {
    expect(forbiddenClaims(text)).toHaveLength(1);
  });

  test('accepts accurate wording', () => {
    expect(forbiddenClaims('tamper-evident; a simple electronic signature, not qualified')).toEqual([]);
  });
});
