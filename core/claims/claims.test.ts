import { describe, expect, test } from 'vitest';
import { claims, esignExclusions, type ClaimsConfig } from './claims.ts';
import { forbiddenClaims } from './forbidden-claims.ts';

const seals: ClaimsConfig['seal'][] = ['self-issued', 'provided'];
const timestamps: ClaimsConfig['timestamps'][] = ['none', 'rfc-3161'];
const every = seals.flatMap((seal) => timestamps.map((timestamp) => ({ seal, timestamps: timestamp })));

describe('what may be claimed', () => {
  test.each(every)('claims nothing forbidden with $seal and $timestamps', (config) => {
    const { timestamp, ...others } = claims(config);
    expect(forbiddenClaims(Object.values(others).join('\n') + (timestamp ?? ''))).toEqual([]);
  });

  test('a certificate of our own making is called that', () => {
    expect(claims({ seal: 'self-issued', timestamps: 'none' }).seal).toContain('self-issued certificate');
    expect(claims({ seal: 'provided', timestamps: 'none' }).seal).not.toContain('self-issued');
  });

  test('without a timestamp authority nothing is said of timestamps', () => {
    const said = claims({ seal: 'provided', timestamps: 'none' });
    expect(said.timestamp).toBeNull();
    expect(Object.values(said).join('\n')).not.toMatch(/time ?stamp/i);
  });

  test('the exclusions of 15 USC §7003 are all there', () => {
    expect(esignExclusions).toHaveLength(9);
  });
});

describe('what may not be claimed', () => {
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

  test('honest words pass', () => {
    expect(forbiddenClaims('tamper-evident; a simple electronic signature, not qualified')).toEqual([]);
  });
});
