import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';
import { issueCrl } from '#pdf/sign/issue-crl.ts';
import { readIfThere, replaceFile } from '../../foundation/process/durable-files.ts';
import { readCrl } from '#pdf/verify/revocation/read-crl.ts';
import { readCertificate } from '#pdf/verify/read-certificate.ts';

/** A certificate that is revoked from this time on (ms UTC). */
export type Withdrawn = { readonly serial: string; readonly at: number };

const SKEW_MS = 3_600_000;
/**
 * Days for which a revocation list is valid. Long enough for verifiers with a slow clock or an old copy and,
 * if the root key is offline, until that key is used again.
 */
const DAYS = { atHand: 30, putAway: 400 };
/** Reason code: the key was compromised (RFC 5280, 5.3.1). */
const KEY_COMPROMISE = 1;

const pathOf = (dataDir: string): string => join(dataDir, 'keys', 'withdrawn.json');
const listOf = (dataDir: string): string => join(dataDir, 'keys', 'root.crl.base64');

/**
 * Reads the revocations. Entries are kept forever, since a list without an entry would mean that its
 * certificate is valid.
 */
export async function readRevocations(dataDir: string): Promise<Withdrawn[]> {
  const text = await readIfThere(pathOf(dataDir));
  return text === undefined ? [] : (JSON.parse(text) as Withdrawn[]);
}

/**
 * Records a revocation. The earliest time counts, because seals from any time after the theft are not
 * trustworthy.
 */
export async function recordWithdrawnSeal(dataDir: string, one: Withdrawn): Promise<void> {
  const known = await readRevocations(dataDir);
  const before = known.find(({ serial }) => serial === one.serial);
  const at = Math.min(one.at, before?.at ?? one.at);
  const rest = known.filter(({ serial }) => serial !== one.serial);
  await replaceFile(pathOf(dataDir), `${JSON.stringify([...rest, { ...one, at }], null, 2)}\n`, 0o600);
}

/** Returns the current certificate revocation list in DER. */
export async function createRevocationList(
  dataDir: string,
  issuer: Uint8Array,
  issuerKey: KeyObject,
  now: number,
  forHow: keyof typeof DAYS = 'atHand',
): Promise<Uint8Array> {
  const revoked = (await readRevocations(dataDir)).map(({ serial, at }) => ({
    serial: Buffer.from(serial, 'hex'),
    at,
    reason: KEY_COMPROMISE,
  }));
  const life = { thisUpdate: now - SKEW_MS, nextUpdate: now + DAYS[forHow] * 86_400_000 };
  return issueCrl({ issuer, issuerKey, ...life, revoked });
}

/** Returns the last list created before the root key was moved offline; undefined if there is none. */
export async function keptList(dataDir: string): Promise<Uint8Array | undefined> {
  const text = await readIfThere(listOf(dataDir));
  return text === undefined ? undefined : Uint8Array.from(Buffer.from(text, 'base64'));
}

/** Returns when the stored list expires (ms UTC); 0 if there is none. */
export async function keptListEnds(dataDir: string): Promise<number> {
  const list = await keptList(dataDir);
  return (list && readCrl(list).nextUpdate) ?? 0;
}

export async function saveRevocationList(dataDir: string, list: Uint8Array): Promise<void> {
  await replaceFile(listOf(dataDir), Buffer.from(list).toString('base64'), 0o644);
}

/** Returns the serial number in hexadecimal, as in the revocation list and the command. */
export function serialOf(certificate: Uint8Array): string {
  return Buffer.from(readCertificate(certificate).serial).toString('hex');
}
